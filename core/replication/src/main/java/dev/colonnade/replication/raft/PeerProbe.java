package dev.colonnade.replication.raft;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.cluster.ClusterPeer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Test of a TLS connection to another member, for a message that states why two members do not
 * accept each other. Ratis reports only that a member is unavailable.
 */
final class PeerProbe {
  private static final int TIMEOUT_MILLIS = 2_000;

  private PeerProbe() {}

  /**
   * Throws INVALID_ARGUMENT if a member does not run, or two members do not accept each other:
   * Ratis would wait for it without a limit.
   *
   * @param certificates of this member; null without TLS
   */
  static void require(@Nullable PeerCertificates certificates, ClusterPeer peer) {
    Optional<String> reason;
    try {
      reason = certificates == null ? refusalWithoutTls(peer) : refusalIfItRuns(certificates, peer);
    } catch (IOException e) {
      reason = Optional.of("it does not accept connections: " + e.getMessage());
    }
    if (reason.isPresent()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "member cannot be added: name=%s address=%s reason=%s"
              .formatted(peer.id(), peer.address(), reason.get()));
    }
  }

  /** Returns a reason if the member does not send the first frame of its protocol. */
  private static Optional<String> refusalWithoutTls(ClusterPeer peer) throws IOException {
    try (Socket socket = connect(peer)) {
      return socket.getInputStream().read() < 0
          ? Optional.of("it closed the connection")
          : Optional.empty();
    } catch (SocketTimeoutException e) {
      return Optional.of("it sends nothing; members without TLS do not accept those with TLS");
    }
  }

  /**
   * Returns the reason for which a member is not accepted, or does not accept this one; empty if
   * both do, or the member does not run.
   */
  static Optional<String> refusal(PeerCertificates certificates, ClusterPeer peer) {
    try {
      return refusalIfItRuns(certificates, peer);
    } catch (IOException notRunning) {
      return Optional.empty();
    }
  }

  private static Optional<String> refusalIfItRuns(PeerCertificates certificates, ClusterPeer peer)
      throws IOException {
    try (Socket plain = connect(peer)) {
      return refusal(certificates, peer, plain);
    }
  }

  private static Socket connect(ClusterPeer peer) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(peer.host(), peer.port()), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static Optional<String> refusal(
      PeerCertificates certificates, ClusterPeer peer, Socket plain) {
    boolean isAccepted = false;
    try (SSLSocket socket =
        (SSLSocket)
            certificates
                .context()
                .getSocketFactory()
                .createSocket(plain, peer.host(), peer.port(), true)) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      parameters.setApplicationProtocols(new String[] {"h2"});
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      isAccepted = true;
      // With TLS 1.3 the other side refuses a certificate after the handshake.
      int first = socket.getInputStream().read();
      return first < 0 ? Optional.of("it closed the connection") : Optional.empty();
    } catch (SocketTimeoutException e) {
      return isAccepted ? Optional.empty() : Optional.of("it does not use TLS");
    } catch (SSLException e) {
      return Optional.of(
          (isAccepted
                  ? "it refuses the certificate of this member: "
                  : "its certificate is refused, or it does not use TLS: ")
              + e.getMessage());
    } catch (IOException | GeneralSecurityException e) {
      return Optional.of("connection failed: " + e);
    }
  }
}
