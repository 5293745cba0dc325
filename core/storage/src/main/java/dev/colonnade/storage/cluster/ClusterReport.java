package dev.colonnade.storage.cluster;

import static java.util.Objects.requireNonNullElse;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Text about the state of a member and the membership, for people. */
public final class ClusterReport {
  private static final String ROW = "%-12s %-9s %-24s %s%n";

  private static final int MIB_SHIFT = 20;

  private ClusterReport() {}

  /**
   * Returns the text.
   *
   * @param epochNanos present wall-clock time
   */
  public static String of(ClusterStatus status, long epochNanos) {
    StringBuilder text = new StringBuilder();
    text.append(
        "member %s, role %s, term %d, leader %s%n"
            .formatted(
                status.self(),
                status.role().name().toLowerCase(Locale.ROOT),
                status.term(),
                requireNonNullElse(status.leader(), "unknown")));
    text.append(
        "log committed %d, applied %d, durable %d, behind %d entries, %s, %d MiB%n"
            .formatted(
                status.log().committed(),
                status.log().applied(),
                status.log().durable(),
                status.lagEntries(),
                age(status.lagNanos(epochNanos)),
                status.log().bytes() >> MIB_SHIFT));
    text.append(ROW.formatted("member", "role", "address", "behind"));
    for (ClusterStatus.Member member : status.members()) {
      boolean isLeader = member.peer().id().equals(status.leader());
      long behind = status.log().committed() - member.matchIndex();
      text.append(
          ROW.formatted(
              member.peer().id(),
              isLeader ? "leader" : "follower",
              member.peer().address(),
              member.matchIndex() < 0 ? "unknown" : Math.max(0, behind) + " entries"));
    }
    return text.toString().stripTrailing();
  }

  private static String age(long nanos) {
    return nanos == ClusterStatus.LAG_UNKNOWN
        ? "nothing applied since the start"
        : "%.1f seconds".formatted(nanos / (double) TimeUnit.SECONDS.toNanos(1));
  }
}
