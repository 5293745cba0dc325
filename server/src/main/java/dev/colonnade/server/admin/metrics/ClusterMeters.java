package dev.colonnade.server.admin.metrics;

import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.server.admin.view.AdminView;
import dev.colonnade.storage.cluster.ClusterStatus;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;

/** Meters of a member of a cluster. */
final class ClusterMeters {
  private static final double NANOS_PER_SECOND = 1e9;

  private ClusterMeters() {}

  /** Registers the meters if the server is a member of a cluster. */
  static void register(MeterRegistry registry, AdminView view) {
    if (view.cluster() == null) {
      return;
    }
    PolledMeters.of(registry, view)
        .gauge("colonnade.cluster.term", "Term of the log", of(ClusterStatus::term))
        .gauge(
            "colonnade.cluster.leader",
            "1 if this member is the leader and serves, else 0",
            of(status -> status.role() == ClusterStatus.Role.LEADER ? 1 : 0))
        .gauge(
            "colonnade.cluster.leader.known",
            "1 if this member knows the leader, else 0",
            of(status -> status.leader() == null ? 0 : 1))
        .gauge(
            "colonnade.cluster.members",
            "Members of the cluster",
            of(status -> status.members().size()))
        .gauge(
            "colonnade.cluster.commit.index",
            "Index up to which a majority has the log",
            of(status -> status.log().committed()))
        .gauge(
            "colonnade.cluster.applied.index",
            "Index up to which the log is applied here",
            of(status -> status.log().applied()))
        .gauge(
            "colonnade.cluster.durable.index",
            "Index up to which the log is in table files here",
            of(status -> status.log().durable()))
        .gauge(
            "colonnade.cluster.log.bytes",
            "Bytes of the files of the log here",
            of(status -> status.log().bytes()))
        .gauge(
            "colonnade.cluster.lag.entries",
            "Committed entries that are not applied here",
            of(ClusterStatus::lagEntries))
        .gauge(
            "colonnade.cluster.lag.seconds",
            "Age of the last entry that is applied here; NaN if there is none since the start",
            of(ClusterMeters::lagSeconds));
    registerWork(registry, view);
  }

  private static void registerWork(MeterRegistry registry, AdminView view) {
    PolledMeters.of(registry, view)
        .counter(
            "colonnade.cluster.appends",
            "Entries that this member has appended as the leader",
            of(status -> status.work().appends()))
        .counter(
            "colonnade.cluster.append.seconds",
            "Time from the proposal of these entries to their application",
            of(status -> status.work().appendNanos() / NANOS_PER_SECOND))
        .counter(
            "colonnade.cluster.applies",
            "Entries that were applied here",
            of(status -> status.work().applies()))
        .counter(
            "colonnade.cluster.apply.seconds",
            "Time of the applications of these entries",
            of(status -> status.work().applyNanos() / NANOS_PER_SECOND));
  }

  private static double lagSeconds(ClusterStatus status) {
    long nanos = status.lagNanos(PhysicalClock.system().epochNanos());
    return nanos == ClusterStatus.LAG_UNKNOWN ? Double.NaN : nanos / NANOS_PER_SECOND;
  }

  private static ToDoubleFunction<AdminView> of(ToDoubleFunction<ClusterStatus> value) {
    return view -> {
      ClusterStatus status = view.cluster();
      return status == null ? Double.NaN : value.applyAsDouble(status);
    };
  }
}
