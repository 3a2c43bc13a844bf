package acervo.client;

/** What a login answers; may be kept, and taken up later. */
public record Session(String Token, String RefreshToken, String IdUsuario, String Login) {}
