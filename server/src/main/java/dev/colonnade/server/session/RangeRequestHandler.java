package dev.colonnade.server.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.protocol.NamedValue;
import dev.colonnade.protocol.request.RangeRequest;
import dev.colonnade.protocol.request.ServerRequest;
import dev.colonnade.protocol.response.Ok;
import dev.colonnade.protocol.response.RangeList;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.StatusReport;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.server.translate.KeyTupleDecoder;
import dev.colonnade.server.translate.RangeTranslator;
import dev.colonnade.split.SplitStatistics;
import dev.colonnade.storage.StorageStatistics;
import io.netty.buffer.Unpooled;
import java.util.List;

/** Handler of requests for ranges, splits, server settings and the server status. */
final class RangeRequestHandler {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Session session;
  private final SessionDependencies dependencies;

  RangeRequestHandler(Session session, SessionDependencies dependencies) {
    this.session = requireNonNull(session, "session is null");
    this.dependencies = requireNonNull(dependencies, "dependencies is null");
  }

  Response list(RangeRequest.ListAll request) {
    if (request.table().isEmpty()) {
      session.rights().requireRole(BuiltIns.READ_ALL_DATA_ID, "list the ranges of all tables");
    } else {
      session.rights().requireRead(session.catalog().table(request.table()));
    }
    KeySpan span =
        request.table().isEmpty() ? KeySpan.ALL : session.catalog().table(request.table()).span();
    return list(span);
  }

  Response split(RangeRequest.SplitAt request) {
    Table table = session.catalog().table(request.table().tableId());
    session.rights().requireOwner(table);
    table.history().version(request.table().schemaVersion());
    KeyTupleDecoder tuples = new KeyTupleDecoder(table.format().keyCodec(), request.columnCount());
    List<Key> keys =
        tuples.keys(Unpooled.wrappedBuffer(request.keys().toArray()), request.keyCount());
    session.splitAt(table, keys);
    return list(table.span());
  }

  Response set(ServerRequest.SetSetting request) {
    if (request.table().isEmpty()) {
      session.rights().requireSuperuser("change settings of the server");
      dependencies.splits().change(request);
    } else {
      session.rights().requireOwner(session.catalog().table(request.table()));
      dependencies.splits().change(session.catalog().table(request.table()), request);
    }
    return new Ok();
  }

  Response status() {
    session.rights().requireRole(BuiltIns.READ_ALL_STATS_ID, "read the status of the server");
    StorageStatistics statistics = dependencies.database().statistics();
    SplitStatistics splits = dependencies.database().splits().statistics();
    return new StatusReport(
        dependencies.serverVersion(),
        (dependencies.ticker().nanos() - dependencies.startNanos()) / NANOS_PER_MILLI,
        List.of(
            metric("tables", session.catalog().tables().size()),
            metric("ranges", statistics.rangeCount()),
            metric("range_largest_bytes", splits.ranges().largestBytes()),
            metric("splits_waiting", splits.queue().queued()),
            metric("splits_running", splits.queue().running()),
            metric("splits_in_purgatory", splits.queue().purgatory()),
            metric("splits", splits.splits()),
            metric("merges", splits.merges()),
            metric("writes_waiting_for_splits", splits.pressure().waiting()),
            metric("live_rows", statistics.data().liveRows()),
            metric("live_bytes", statistics.data().liveBytes()),
            metric("history_versions", statistics.data().historyVersions()),
            metric("history_bytes", statistics.data().historyBytes()),
            metric("commits", statistics.commits().commits()),
            metric("commit_groups", statistics.commits().groups()),
            metric("direct_bytes", statistics.directBytes())));
  }

  private Response list(KeySpan span) {
    List<RangeStatus> ranges = session.ranges(span);
    int max = dependencies.limits().itemsMax();
    if (ranges.size() > max) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "too many ranges for one response: ranges=" + ranges.size() + " max=" + max);
    }
    return new RangeList(ranges.stream().map(RangeTranslator::toWire).toList());
  }

  private static NamedValue metric(String name, long value) {
    return new NamedValue(name, value);
  }
}
