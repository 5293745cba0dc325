package dev.colonnade.replication.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.replication.TestCertificates;
import dev.colonnade.storage.cluster.ClusterPeer;
import dev.colonnade.storage.cluster.PeerTls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the messages about members whose certificates do not fit. */
@Timeout(60)
class PeerProbeTest {
  @TempDir private static Path files;

  private static PeerCertificates own;
  private static PeerCertificates foreign;

  @BeforeAll
  static void makeCertificates() throws Exception {
    own = PeerCertificates.read(TestCertificates.make(files, "own"));
    PeerTls other = TestCertificates.make(files, "foreign");
    foreign = PeerCertificates.read(other);
  }

  private static ServerSocket listen(PeerCertificates certificates) throws Exception {
    SSLServerSocket socket =
        (SSLServerSocket)
            certificates
                .context()
                .getServerSocketFactory()
                .createServerSocket(0, 1, InetAddress.getLoopbackAddress());
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setNeedClientAuth(true);
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    serve(socket);
    return socket;
  }

  private static void serve(ServerSocket socket) {
    Thread.ofVirtual()
        .start(
            () -> {
              try (Socket accepted = socket.accept()) {
                accepted.getOutputStream().write(1);
                var _ = accepted.getInputStream().read();
              } catch (IOException e) {
                // the probe reports it
              }
            });
  }

  private static ClusterPeer peer(ServerSocket socket) {
    return new ClusterPeer("b", "127.0.0.1", socket.getLocalPort());
  }

  @Test
  void shouldAcceptAMemberOfTheSameAuthority() throws Exception {
    try (ServerSocket socket = listen(own)) {
      assertThat(PeerProbe.refusal(own, peer(socket))).isEmpty();
    }
  }

  @Test
  void shouldReportCertificatesOfAnotherAuthority() throws Exception {
    try (ServerSocket socket = listen(foreign)) {
      assertThat(PeerProbe.refusal(own, peer(socket)))
          .hasValueSatisfying(text -> assertThat(text).contains("its certificate is refused"));
    }
  }

  @Test
  void shouldReportAMemberWithoutTls() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      serve(socket);
      assertThat(PeerProbe.refusal(own, peer(socket)))
          .hasValueSatisfying(text -> assertThat(text).contains("does not use TLS"));
    }
  }

  @Test
  void shouldReportNothingAboutAMemberThatDoesNotRun() throws Exception {
    ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    socket.close();
    assertThat(PeerProbe.refusal(own, new ClusterPeer("b", "127.0.0.1", socket.getLocalPort())))
        .isEmpty();
  }
}
