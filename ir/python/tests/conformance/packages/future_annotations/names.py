import cuda.tile as ct

Width = ct.Constant[int]
