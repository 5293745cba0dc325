package dev.colonnade.server.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.ProtocolError;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.ProtocolVersion;
import dev.colonnade.protocol.request.Authenticate;
import dev.colonnade.protocol.request.Hello;
import dev.colonnade.protocol.response.Challenge;
import dev.colonnade.server.auth.Authenticator;
import dev.colonnade.server.auth.LoginAttempt;
import dev.colonnade.server.auth.ScramExchange;
import dev.colonnade.server.auth.TlsContext;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Login handshake of one connection, from the client's hello to the end of its authentication.
 * Confined to the connection's event loop.
 */
final class LoginHandshake {
  /** User of a client whose hello names no user. */
  private static final String USER_DEFAULT = "colonnade";

  /** Database of a hello that names none. */
  private static final String DATABASE_DEFAULT = "colonnade";

  private enum State {
    /** No hello has been received. */
    NEW,
    /** The client has to select an authentication mechanism. */
    CHOOSING,
    /** The client has to send its SCRAM proof. */
    AUTHENTICATING,
    /** The client is authenticated. */
    DONE
  }

  /** Name of the protocol in the audit log. */
  private static final String PORT = "native";

  private final Authenticator authenticator;
  private final Channel channel;
  private State state = State.NEW;
  private @Nullable ScramExchange exchange;
  private @Nullable LoginAttempt attempt;

  LoginHandshake(Authenticator authenticator, Channel channel) {
    this.authenticator = requireNonNull(authenticator, "authenticator is null");
    this.channel = requireNonNull(channel, "channel is null");
  }

  /** Returns whether the client is authenticated. */
  boolean isDone() {
    return state == State.DONE;
  }

  /**
   * Returns the identity that the hello claims, with the default user if it names none. It is
   * authenticated only if {@link #isDone} is true.
   */
  static Hello.Identity identity(Hello hello) {
    Hello.Identity claimed = hello.identity();
    return claimed.user().isEmpty()
        ? new Hello.Identity(claimed.clientName(), claimed.database(), USER_DEFAULT)
        : claimed;
  }

  /**
   * Begins the login with the client's hello.
   *
   * @return the challenge to which the client has to respond; null if no authentication is required
   */
  @Nullable Challenge begin(Hello hello) {
    String user = identity(hello).user();
    SslHandler handler = channel.pipeline().get(SslHandler.class);
    String database = identity(hello).database();
    LoginAttempt started =
        new LoginAttempt(
            channel.remoteAddress(),
            channel.localAddress(),
            user,
            database.isEmpty() ? DATABASE_DEFAULT : database,
            handler != null,
            handler == null ? null : TlsContext.clientCertificate(handler.engine().getSession()));
    attempt = started;
    if (!authenticator.isAuthenticationRequired(started)) {
      authenticator.requireUser(user);
      state = State.DONE;
      return null;
    }
    if (hello.newest().compareTo(ProtocolVersion.WITH_AUTHENTICATION) < 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_AUTHORIZATION,
          "password authentication is required, and the client's protocol version has none:"
              + " version="
              + hello.newest());
    }
    ScramExchange begun = authenticator.beginScram(user, handler);
    exchange = begun;
    state = State.CHOOSING;
    return new Challenge(begun.mechanisms(), "");
  }

  /**
   * Returns the time to wait before {@link #respond} may verify the client's proof, in nanoseconds.
   *
   * @throws ColonnadeException INVALID_PASSWORD if too many checks are waiting already
   */
  long delayNanos() {
    LoginAttempt started = attempt;
    return state == State.AUTHENTICATING && started != null
        ? authenticator.reserveCheckNanos(started)
        : 0;
  }

  /** Records that the session is open. */
  void opened() {
    LoginAttempt completed = requireNonNull(attempt, "attempt is null");
    attempt = null;
    authenticator.loggedIn(completed, PORT);
  }

  /** Records a failure, if it is one of a login. */
  void failed(Throwable cause) {
    LoginAttempt started = attempt;
    attempt = null;
    if (started != null && cause instanceof ColonnadeException failure) {
      authenticator.loginFailed(started, PORT, failure);
    }
  }

  /** Returns whether the client claims to be a superuser; it is one if {@link #isDone} is true. */
  boolean isSuperuser() {
    return attempt != null && authenticator.isSuperuser(attempt.user());
  }

  /** Processes the client's authentication response and returns the next challenge to send. */
  Challenge respond(Authenticate response, Hello hello) {
    ScramExchange current = exchange;
    if (current == null || state == State.DONE) {
      throw new ProtocolException(
          ProtocolError.UNEXPECTED_MESSAGE,
          "unexpected authentication response: no challenge was sent");
    }
    if (state == State.CHOOSING) {
      state = State.AUTHENTICATING;
      return new Challenge(List.of(), current.first(response.mechanism(), response.message()));
    }
    String signature = current.last(response.message());
    authenticator.requireUser(identity(hello).user());
    exchange = null;
    state = State.DONE;
    return new Challenge(List.of(), signature);
  }
}
