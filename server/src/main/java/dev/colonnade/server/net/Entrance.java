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
import dev.colonnade.server.auth.Doorkeeper;
import dev.colonnade.server.auth.ScramExchange;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who is at the other end of a connection, from the hello until the client has proved who
 * it is. Belongs to the connection's event loop.
 */
final class Entrance {
  /** The user of clients that name none. */
  private static final String USER = "colonnade";

  private enum State {
    /** Nobody has said hello. */
    NEW,
    /** The client has to choose a way to show who it is. */
    CHOOSING,
    /** The client has to prove who it is. */
    PROVING,
    /** It is known who the client is. */
    DONE
  }

  private final Doorkeeper doorkeeper;
  private final Channel channel;
  private State state = State.NEW;
  private @Nullable ScramExchange exchange;

  Entrance(Doorkeeper doorkeeper, Channel channel) {
    this.doorkeeper = requireNonNull(doorkeeper, "doorkeeper is null");
    this.channel = requireNonNull(channel, "channel is null");
  }

  /** Whether it is known who the client is. */
  boolean isDone() {
    return state == State.DONE;
  }

  /** Who the client is, or says to be as long as {@link #isDone} is false. */
  static Hello.Identity identity(Hello hello) {
    Hello.Identity said = hello.identity();
    return said.user().isEmpty()
        ? new Hello.Identity(said.clientName(), said.database(), USER)
        : said;
  }

  /**
   * Takes the hello.
   *
   * @return what the client has to answer; null if it has nothing to prove
   */
  @Nullable Challenge begin(Hello hello) {
    String user = identity(hello).user();
    if (!doorkeeper.isProofNeeded(channel.remoteAddress())) {
      doorkeeper.requireUser(user);
      state = State.DONE;
      return null;
    }
    if (hello.newest().compareTo(ProtocolVersion.WITH_AUTHENTICATION) < 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_AUTHORIZATION,
          "a password is asked for, and the client's version of the protocol has none: version="
              + hello.newest());
    }
    ScramExchange begun = doorkeeper.ask(user, channel.pipeline().get(SslHandler.class) != null);
    exchange = begun;
    state = State.CHOOSING;
    return new Challenge(begun.mechanisms(), "");
  }

  /** Takes what the client answered, and says what to send back. */
  Challenge answer(Authenticate answer, Hello hello) {
    ScramExchange going = exchange;
    if (going == null || state == State.DONE) {
      throw new ProtocolException(
          ProtocolError.UNEXPECTED_MESSAGE, "a proof comes only when it is asked for");
    }
    if (state == State.CHOOSING) {
      state = State.PROVING;
      return new Challenge(List.of(), going.first(answer.mechanism(), answer.message()));
    }
    String signature = going.last(answer.message());
    doorkeeper.requireUser(identity(hello).user());
    exchange = null;
    state = State.DONE;
    return new Challenge(List.of(), signature);
  }
}
