package dev.colonnade.flight.login;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.flight.session.FlightSession;
import dev.colonnade.flight.session.FlightSessions;
import dev.colonnade.flight.session.SessionUse;
import dev.colonnade.flight.status.FlightErrors;
import dev.colonnade.server.auth.Authenticator;
import dev.colonnade.server.auth.LoginAttempt;
import dev.colonnade.server.auth.TlsContext;
import dev.colonnade.trace.TraceContext;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCall;
import io.grpc.ForwardingServerCallListener;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * Interceptor of all calls: finds the session of the call by its authorization header, or opens it.
 * A handshake with a user and a password responds with the token of a new session in the header
 * {@code authorization}. Another call with a password shares the session of the user.
 */
public final class LoginInterceptor implements ServerInterceptor {
  /** Key of the session in the context of a call. */
  public static final Context.Key<FlightSession> SESSION = Context.key("colonnade.session");

  /** Header with the name of the database; without it a session is in {@code colonnade}. */
  static final Metadata.Key<String> DATABASE =
      Metadata.Key.of("database", Metadata.ASCII_STRING_MARSHALLER);

  static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private static final Metadata.Key<String> TRACEPARENT =
      Metadata.Key.of("traceparent", Metadata.ASCII_STRING_MARSHALLER);

  private static final Metadata.Key<String> SQLSTATE =
      Metadata.Key.of(FlightErrors.SQLSTATE, Metadata.ASCII_STRING_MARSHALLER);

  private static final String HANDSHAKE = "Handshake";

  private final LoginService logins;
  private final FlightSessions sessions;

  public LoginInterceptor(Authenticator authenticator, FlightSessions sessions) {
    this.logins = new LoginService(authenticator, sessions);
    this.sessions = requireNonNull(sessions, "sessions is null");
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    boolean isHandshake = HANDSHAKE.equals(call.getMethodDescriptor().getBareMethodName());
    FlightSession session;
    try {
      session = session(call, headers, isHandshake);
    } catch (ColonnadeException e) {
      refuse(call, e);
      return new ServerCall.Listener<>() {};
    }
    AtomicBoolean isEnded = new AtomicBoolean();
    Runnable end =
        () -> {
          if (isEnded.compareAndSet(false, true)) {
            sessions.callEnded(session);
          }
        };
    try {
      ServerCall.Listener<Q> listener =
          Contexts.interceptCall(
              Context.current()
                  .withValues(
                      SESSION,
                      session,
                      SessionUse.TRACE,
                      TraceContext.parse(headers.get(TRACEPARENT))),
              isHandshake ? new TokenCall<>(call, session.token()) : call,
              headers,
              next);
      return new EndListener<>(listener, end);
    } catch (RuntimeException | Error e) {
      end.run();
      throw e;
    }
  }

  private FlightSession session(ServerCall<?, ?> call, Metadata headers, boolean isHandshake) {
    String header = headers.get(AUTHORIZATION);
    Credentials credentials = header == null ? null : Credentials.parse(header);
    return switch (credentials) {
      case Credentials.UserPassword(String user, String password) ->
          logins.login(attempt(call, headers, user), password, isHandshake);
      case Credentials.Token(String token) -> logins.session(token);
      case null -> logins.session(null);
    };
  }

  private static LoginAttempt attempt(ServerCall<?, ?> call, Metadata headers, String user) {
    String database = headers.get(DATABASE);
    SSLSession tls = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    return new LoginAttempt(
        call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR),
        call.getAttributes().get(Grpc.TRANSPORT_ATTR_LOCAL_ADDR),
        user,
        database == null ? BuiltIns.COLONNADE.name() : database,
        tls != null,
        tls == null ? null : TlsContext.clientCertificate(tls));
  }

  private static void refuse(ServerCall<?, ?> call, ColonnadeException failure) {
    Metadata trailers = new Metadata();
    trailers.put(SQLSTATE, failure.code().sqlState());
    call.close(
        status(failure).withDescription(FlightErrors.description(failure)).withCause(failure),
        trailers);
  }

  private static Status status(ColonnadeException failure) {
    return switch (failure.code()) {
      case TOO_MANY_CONNECTIONS -> Status.RESOURCE_EXHAUSTED;
      case UNKNOWN_DATABASE -> Status.NOT_FOUND;
      case INSUFFICIENT_PRIVILEGE -> Status.PERMISSION_DENIED;
      case SHUTTING_DOWN -> Status.UNAVAILABLE;
      default -> Status.UNAUTHENTICATED;
    };
  }

  /** Call whose response has the token in its header, and without a header in its trailer. */
  private static final class TokenCall<Q, R>
      extends ForwardingServerCall.SimpleForwardingServerCall<Q, R> {
    private final String token;
    private boolean hasHeaders;

    TokenCall(ServerCall<Q, R> call, String token) {
      super(call);
      this.token = token;
    }

    @Override
    public void sendHeaders(Metadata headers) {
      hasHeaders = true;
      headers.put(AUTHORIZATION, "Bearer " + token);
      super.sendHeaders(headers);
    }

    @Override
    public void close(Status status, Metadata trailers) {
      if (!hasHeaders) {
        trailers.put(AUTHORIZATION, "Bearer " + token);
      }
      super.close(status, trailers);
    }
  }

  /** Listener that runs an action at the end of the call. */
  private static final class EndListener<Q>
      extends ForwardingServerCallListener.SimpleForwardingServerCallListener<Q> {
    private final Runnable onEnd;

    EndListener(ServerCall.Listener<Q> listener, Runnable onEnd) {
      super(listener);
      this.onEnd = onEnd;
    }

    @Override
    public void onCancel() {
      try {
        super.onCancel();
      } finally {
        onEnd.run();
      }
    }

    @Override
    public void onComplete() {
      try {
        super.onComplete();
      } finally {
        onEnd.run();
      }
    }
  }

  /** Returns the session of the current call. */
  public static FlightSession current() {
    @Nullable FlightSession session = SESSION.get();
    return requireNonNull(session, "the call has no session");
  }
}
