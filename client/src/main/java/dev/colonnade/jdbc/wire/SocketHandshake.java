package dev.colonnade.jdbc.wire;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.login.ChannelBinding;
import dev.colonnade.client.login.Encryption;
import dev.colonnade.client.login.ScramClient;
import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolError;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.ProtocolVersion;
import dev.colonnade.protocol.codec.RequestCodec;
import dev.colonnade.protocol.codec.ResponseCodec;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.request.Authenticate;
import dev.colonnade.protocol.request.Hello;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.response.Challenge;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.HelloOk;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.session.WireTransactionState;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSocket;

/** Handshake on a new socket: encryption, hello and authentication. */
final class SocketHandshake {
  private final SocketConnectionConfig config;
  private final FrameInput in;
  private final FrameOutput out;
  private final ScramClient proof;

  private SocketHandshake(
      SocketConnectionConfig config, FrameInput in, FrameOutput out, ScramClient proof) {
    this.config = config;
    this.in = in;
    this.out = out;
    this.proof = proof;
  }

  /** Creates the handshake on a connected socket; encrypts the connection if configured. */
  static SocketHandshake begin(
      Socket socket, InetSocketAddress server, SocketConnectionConfig config) throws IOException {
    requireNonNull(config, "config is null");
    try {
      Encryption encryption = config.login().encryption();
      Socket stream = socket;
      byte[] certificateHash = {};
      if (encryption.isOn()) {
        SSLSocket encrypted = encrypted(socket, server, encryption);
        certificateHash = ChannelBinding.of(encrypted.getSession());
        stream = encrypted;
      }
      return new SocketHandshake(
          config,
          new FrameInput(stream.getInputStream(), new ResponseCodec(config.limits())),
          new FrameOutput(stream.getOutputStream(), new RequestCodec(config.limits())),
          new ScramClient(config.login(), certificateHash, new SecureRandom()));
    } catch (GeneralSecurityException e) {
      throw new IOException("the connection cannot be encrypted: " + e.getMessage(), e);
    }
  }

  /**
   * Returns an encrypted socket. The connection is closed by the plain socket, because closing the
   * encrypted one waits for a blocked writer.
   */
  private static SSLSocket encrypted(Socket socket, InetSocketAddress server, Encryption encryption)
      throws IOException, GeneralSecurityException {
    Socket layered =
        encryption
            .context()
            .getSocketFactory()
            .createSocket(socket, server.getHostString(), server.getPort(), true);
    SSLSocket encrypted = (SSLSocket) layered;
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

  /** Sends the hello, responds to the server's authentication challenges, and returns its hello. */
  HelloOk run() throws IOException {
    send(
        new Hello(
            ProtocolVersion.WITH_SQL,
            ProtocolVersion.CURRENT,
            config.login().identity(),
            Feature.ofClient(config.features()),
            config.limits().frameBytesMax()));
    Response response = in.read().response();
    while (response instanceof Challenge challenge) {
      Optional<Authenticate> reply = respond(challenge);
      if (reply.isPresent()) {
        send(reply.get());
      }
      response = in.read().response();
    }
    if (response instanceof ErrorResponse error) {
      throw new ConnectionException(
          new SqlResponse.Failed(error, WireTransactionState.IDLE, List.of()));
    }
    if (!(response instanceof HelloOk ok)
        || ok.version().compareTo(ProtocolVersion.WITH_SQL) < 0
        || ok.version().compareTo(ProtocolVersion.CURRENT) > 0) {
      response.release();
      throw new ProtocolException(
          ProtocolError.UNEXPECTED_MESSAGE,
          "the server sent an unexpected response to the hello: type=" + response.type());
    }
    proof.requireVerified();
    in.handshakeDone(config.limits().frameBytesMax());
    out.handshakeDone(ok.limits().frameBytesMax());
    return ok;
  }

  private Optional<Authenticate> respond(Challenge challenge) throws ConnectionException {
    try {
      return proof.respond(challenge);
    } catch (ClientException failed) {
      throw new ConnectionException(
          ConnectionException.Kind.LOGIN_FAILED, String.valueOf(failed.getMessage()), failed);
    }
  }

  private void send(Request request) throws IOException {
    out.add(RequestFrame.of(FrameLayout.CONNECTION_STREAM_ID, request));
    out.flush();
  }
}
