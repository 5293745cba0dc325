package dev.colonnade.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.cluster.ClusterStatus;
import dev.colonnade.storage.cluster.PeerTls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of TLS between members. */
@Tag("integration")
@Timeout(90)
class ClusterTlsTest {
  @TempDir private static Path files;

  private static PeerTls own;
  private static PeerTls foreign;

  @TempDir private Path folder;

  @BeforeAll
  static void makeCertificates() throws Exception {
    own = TestCertificates.make(files, "own");
    foreign = TestCertificates.make(files, "foreign");
  }

  @Test
  void shouldReplicateAndTransferCheckpointsOverTls() {
    Map<String, PeerTls> certificates = Map.of("a", own, "b", own, "c", own, "d", own);
    try (TestCluster cluster =
        new TestCluster(folder, TestCluster.timing(0), certificates, "a", "b", "c")) {
      TestCluster.Node leader = cluster.node(cluster.leader());
      leader.run("create table t (id int primary key)", "insert into t values (1), (2)");
      cluster.awaitFollowers();
      leader.member().flush();
      leader.run("insert into t values (3)");
      leader.member().flush();
      TestCluster.Node late = cluster.startJoining("d");
      leader.member().add(cluster.peer("d"));
      cluster.awaitFollowers();
      assertThat(late.number("select sum(id) from t")).isEqualTo(6);
    }
  }

  @Test
  void shouldNotAcceptMembersWithoutACertificateOfTheCluster() throws Exception {
    Map<String, PeerTls> certificates = new HashMap<>(Map.of("a", own, "b", own, "c", own));
    certificates.put("foreign", foreign);
    try (TestCluster cluster =
        new TestCluster(folder, TestCluster.timing(0), certificates, "a", "b", "c")) {
      TestCluster.Node leader = cluster.node(cluster.leader());
      leader.run("create table t (id int primary key)");
      for (String name : new String[] {"foreign", "plain"}) {
        TestCluster.Node stranger = cluster.startJoining(name);
        assertThatThrownBy(() -> leader.member().add(cluster.peer(name)))
            .isInstanceOfSatisfying(
                ColonnadeException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
            .hasMessageContaining(name.equals("plain") ? "not use TLS" : "certificate is refused");
        assertThat(stranger.member().status().leader()).isNull();
        assertThat(leader.member().status().members()).hasSize(3);
        cluster.stop(name);
      }
      leader.run("insert into t values (1)");
      assertThat(leader.member().status().role()).isEqualTo(ClusterStatus.Role.LEADER);
    }
  }

  @Test
  void shouldUseRenewedCertificatesWithoutARestart() throws Exception {
    Path used = Files.createDirectories(folder.resolve("used"));
    PeerTls renewed =
        new PeerTls(used.resolve("certificate"), used.resolve("key"), used.resolve("authorities"));
    copy(own, renewed);
    Map<String, PeerTls> certificates = new HashMap<>(Map.of("a", renewed, "b", renewed));
    certificates.put("c", foreign);
    try (TestCluster cluster =
        new TestCluster(folder, TestCluster.timing(0), certificates, "a", "b")) {
      TestCluster.Node leader = cluster.node(cluster.leader());
      leader.run("create table t (id int primary key)", "insert into t values (1)");
      TestCluster.Node late = cluster.startJoining("c");
      assertThatThrownBy(() -> leader.member().add(cluster.peer("c")))
          .hasMessageContaining("certificate is refused");
      Files.writeString(renewed.certificate(), "damaged"); // is not used
      copy(foreign, renewed);
      TestCluster.awaitTrue("use of the new certificates", () -> isAdded(leader, cluster));
      leader.run("insert into t values (2)");
      cluster.awaitFollowers();
      assertThat(late.number("select sum(id) from t")).isEqualTo(3);
    }
  }

  private static boolean isAdded(TestCluster.Node leader, TestCluster cluster) {
    try {
      leader.member().add(cluster.peer("c"));
      return true;
    } catch (ColonnadeException e) {
      assertThat(e).hasMessageContaining("certificate");
      return false;
    }
  }

  private static void copy(PeerTls from, PeerTls to) throws Exception {
    Files.copy(from.certificate(), to.certificate(), StandardCopyOption.REPLACE_EXISTING);
    Files.copy(from.key(), to.key(), StandardCopyOption.REPLACE_EXISTING);
    Files.copy(from.authorities(), to.authorities(), StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void shouldNotAddMembersThatDoNotRunOrUseTls() throws Exception {
    try (TestCluster cluster =
        new TestCluster(folder, TestCluster.timing(0), Map.of("tls", own), "a")) {
      TestCluster.Node leader = cluster.node(cluster.leader());
      cluster.startJoining("tls");
      assertThatThrownBy(() -> leader.member().add(cluster.peer("tls")))
          .hasMessageContaining("members without TLS do not accept those with TLS");
      cluster.stop("tls");
      assertThatThrownBy(() -> leader.member().add(cluster.peer("tls")))
          .hasMessageContaining("it does not accept connections");
      cluster.startJoining("b");
      leader.member().add(cluster.peer("b"));
      assertThat(leader.member().status().members()).hasSize(2);
    }
  }

  @Test
  void shouldRefuseFilesThatDoNotBelongTogether() throws Exception {
    Path none = files.resolve("none.pem");
    Path empty = Files.writeString(files.resolve("empty.pem"), "");
    assertRefused(
        new PeerTls(own.certificate(), foreign.key(), own.authorities()),
        "key is not that of the certificate",
        foreign.key());
    assertRefused(
        new PeerTls(own.certificate(), own.key(), foreign.authorities()),
        "certificate was not issued by an authority of the cluster",
        own.certificate());
    assertRefused(
        new PeerTls(none, own.key(), own.authorities()), "certificate cannot be read", none);
    assertRefused(
        new PeerTls(own.certificate(), empty, own.authorities()), "cannot be read", empty);
    assertRefused(
        new PeerTls(own.certificate(), own.key(), empty), "file has no certificate", empty);
  }

  private void assertRefused(PeerTls tls, String problem, Path file) {
    assertThatThrownBy(
            () -> new TestCluster(folder, TestCluster.timing(0), Map.of("a", tls), "a").close())
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
        .hasMessageContaining(problem)
        .hasMessageContaining(file.toString());
  }
}
