module github.com/acervo-example/acervo-go

go 1.23
