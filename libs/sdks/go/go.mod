module github.com/acervo-archive/acervo-go

go 1.23
