package dev.colonnade.storage.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClusterStatusTest {
  private static final long NOW = TimeUnit.SECONDS.toNanos(1_000_000);

  private static ClusterStatus status(
      ClusterStatus.Role role, @Nullable String leader, long appliedAtNanos) {
    return new ClusterStatus(
        "b",
        role,
        7,
        leader,
        new ClusterStatus.Positions(120, 100, 90, appliedAtNanos, 5 << 20),
        ClusterStatus.Work.NONE,
        List.of(
            new ClusterStatus.Member(new ClusterPeer("a", "h1", 7490), 120),
            new ClusterStatus.Member(new ClusterPeer("b", "h2", 7490), 100),
            new ClusterStatus.Member(new ClusterPeer("c", "h3", 7490), -1)));
  }

  @Test
  void shouldStateWhetherAFollowerIsUpToDate() {
    long recent = NOW - TimeUnit.SECONDS.toNanos(10);
    assertThat(status(ClusterStatus.Role.FOLLOWER, "a", recent).isUpToDate(NOW)).isTrue();
    assertThat(status(ClusterStatus.Role.FOLLOWER, "a", recent - 1).isUpToDate(NOW)).isFalse();
    assertThat(status(ClusterStatus.Role.FOLLOWER, null, recent).isUpToDate(NOW)).isFalse();
    assertThat(status(ClusterStatus.Role.FOLLOWER, "a", 0).isUpToDate(NOW)).isFalse();
    assertThat(status(ClusterStatus.Role.LEADER, "b", 0).isUpToDate(NOW)).isTrue();
    assertThat(status(ClusterStatus.Role.STARTING, "b", NOW).isUpToDate(NOW)).isFalse();
    assertThat(status(ClusterStatus.Role.CANDIDATE, null, NOW).isUpToDate(NOW)).isFalse();
  }

  @Test
  void shouldComputeTheLag() {
    ClusterStatus follower =
        status(ClusterStatus.Role.FOLLOWER, "a", NOW - TimeUnit.MILLISECONDS.toNanos(2500));
    assertThat(follower.lagEntries()).isEqualTo(20);
    assertThat(follower.lagNanos(NOW)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(2500));
    assertThat(status(ClusterStatus.Role.FOLLOWER, "a", NOW + 5).lagNanos(NOW)).isZero();
    assertThat(status(ClusterStatus.Role.LEADER, "b", 1).lagNanos(NOW)).isZero();
  }

  @Test
  void shouldReportTheStateAsText() {
    ClusterStatus follower =
        status(ClusterStatus.Role.FOLLOWER, "a", NOW - TimeUnit.MILLISECONDS.toNanos(2500));
    assertThat(ClusterReport.of(follower, NOW).lines().map(String::stripTrailing))
        .containsExactly(
            "member b, role follower, term 7, leader a",
            "log committed 120, applied 100, durable 90, behind 20 entries, 2.5 seconds, 5 MiB",
            "member       role      address                  behind",
            "a            leader    h1:7490                  0 entries",
            "b            follower  h2:7490                  20 entries",
            "c            follower  h3:7490                  unknown");
    assertThat(ClusterReport.of(status(ClusterStatus.Role.FOLLOWER, null, 0), NOW))
        .contains("leader unknown", "nothing applied since the start");
  }
}
