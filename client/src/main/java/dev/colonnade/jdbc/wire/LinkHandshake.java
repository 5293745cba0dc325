package dev.colonnade.jdbc.wire;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.login.ChannelBinding;
import dev.colonnade.client.login.Encryption;
import dev.colonnade.client.login.Proof;
import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolError;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.ProtocolVersion;
import dev.colonnade.protocol.codec.RequestFormat;
import dev.colonnade.protocol.codec.ResponseFormat;
import dev.colonnade.protocol.request.Authenticate;
import dev.colonnade.protocol.request.Hello;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.request.RequestFrame;
import dev.colonnade.protocol.response.Challenge;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.HelloOk;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.sql.TransactionState;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSocket;

/** What is said on a new socket until there is a session: encryption, the hello, who one is. */
final class LinkHandshake {
  private final LinkConfig config;
  private final FrameInput in;
  private final FrameOutput out;
  private final Proof proof;

  private LinkHandshake(LinkConfig config, FrameInput in, FrameOutput out, Proof proof) {
    this.config = config;
    this.in = in;
    this.out = out;
    this.proof = proof;
  }

  /** Begins on a socket that is connected to that server. */
  static LinkHandshake begin(Socket socket, InetSocketAddress server, LinkConfig config)
      throws IOException {
    requireNonNull(config, "config is null");
    try {
      Encryption encryption = config.login().encryption();
      Socket open = socket;
      byte[] certificateHash = {};
      if (encryption.isOn()) {
        SSLSocket encrypted = encrypted(socket, server, encryption);
        certificateHash = ChannelBinding.of(encrypted.getSession());
        open = encrypted;
      }
      return new LinkHandshake(
          config,
          new FrameInput(open.getInputStream(), new ResponseFormat(config.limits())),
          new FrameOutput(open.getOutputStream(), new RequestFormat(config.limits())),
          new Proof(config.login(), certificateHash, new SecureRandom()));
    } catch (GeneralSecurityException e) {
      throw new IOException("the connection cannot be encrypted: " + e.getMessage(), e);
    }
  }

  /** Closing the plain socket ends it: the encrypted one would wait for who writes. */
  private static SSLSocket encrypted(Socket socket, InetSocketAddress server, Encryption encryption)
      throws IOException, GeneralSecurityException {
    Socket made =
        encryption
            .context()
            .getSocketFactory()
            .createSocket(socket, server.getHostString(), server.getPort(), true);
    SSLSocket encrypted = (SSLSocket) made;
    encrypted.setSSLParameters(encryption.strengthened(encrypted.getSSLParameters()));
    encrypted.startHandshake();
    return encrypted;
  }

  FrameInput in() {
    return in;
  }

  FrameOutput out() {
    return out;
  }

  /** Says hello, and proves who connects if the server wants to know. */
  HelloOk greet() throws IOException {
    send(
        new Hello(
            ProtocolVersion.WITH_SQL,
            ProtocolVersion.CURRENT,
            config.login().identity(),
            config.features(),
            config.limits().frameBytesMax()));
    Response answer = in.read().response();
    while (answer instanceof Challenge challenge) {
      Optional<Authenticate> reply = answer(challenge);
      if (reply.isPresent()) {
        send(reply.get());
      }
      answer = in.read().response();
    }
    if (answer instanceof ErrorResponse error) {
      throw new LinkException(new SqlResponse.Failed(error, TransactionState.IDLE, List.of()));
    }
    if (!(answer instanceof HelloOk ok)
        || ok.version().compareTo(ProtocolVersion.WITH_SQL) < 0
        || ok.version().compareTo(ProtocolVersion.CURRENT) > 0) {
      answer.release();
      throw new ProtocolException(
          ProtocolError.UNEXPECTED_MESSAGE,
          "the server answered the hello with another message: type=" + answer.type());
    }
    proof.requireEnded();
    in.handshakeDone(config.limits().frameBytesMax());
    out.handshakeDone(ok.limits().frameBytesMax());
    return ok;
  }

  private Optional<Authenticate> answer(Challenge challenge) throws LinkException {
    try {
      return proof.answer(challenge);
    } catch (ClientException failed) {
      throw new LinkException(
          LinkException.Kind.LOGIN_FAILED, String.valueOf(failed.getMessage()), failed);
    }
  }

  private void send(Request request) throws IOException {
    out.add(RequestFrame.of(FrameLayout.CONNECTION_STREAM_ID, request));
    out.flush();
  }
}
