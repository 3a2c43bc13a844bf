package acervo

import (
	"context"
	"errors"
	"sync"
)

// Session is what a login answers; it may be kept, and taken up later.
type Session struct {
	Token        string
	RefreshToken string
	IdUsuario    string
	Login        string
}

// One login or renewal at a time for all calls: a refresh token works once.
type sessions struct {
	mutex   sync.Mutex
	options Options
	session *Session
	post    func(ctx context.Context, path string, body any, answer any) error
}

func (s *sessions) token(ctx context.Context) (string, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.session != nil {
		return s.session.Token, nil
	}
	return s.kept(s.login(ctx))
}

// The token after the refused one; another call may have renewed it already.
func (s *sessions) renewed(ctx context.Context, refused string) (string, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.session != nil && s.session.Token != refused {
		return s.session.Token, nil
	}
	return s.kept(s.renew(ctx))
}

func (s *sessions) kept(session *Session, err error) (string, error) {
	if err != nil {
		return "", err
	}
	s.session = session
	if s.options.OnSession != nil {
		s.options.OnSession(*session)
	}
	return session.Token, nil
}

func (s *sessions) renew(ctx context.Context) (*Session, error) {
	if s.session == nil {
		return s.login(ctx)
	}
	body := map[string]string{"idUsuario": s.session.IdUsuario, "username": s.session.Login, "refreshToken": s.session.RefreshToken}
	var session Session
	err := s.post(ctx, "/api/Autenticacao/RefreshToken", body, &session)
	var refusal *Error
	if errors.As(err, &refusal) && refusal.Status == 401 && s.options.Username != "" {
		return s.login(ctx)
	}
	return &session, err
}

func (s *sessions) login(ctx context.Context) (*Session, error) {
	if s.options.Username == "" {
		return nil, errors.New("acervo: a user name and password, a session or a token are needed")
	}
	var session Session
	body := map[string]string{"username": s.options.Username, "password": s.options.Password}
	return &session, s.post(ctx, "/api/Autenticacao/Login", body, &session)
}
