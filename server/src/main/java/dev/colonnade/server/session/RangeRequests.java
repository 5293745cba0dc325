package dev.colonnade.server.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Table;
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
import dev.colonnade.server.translate.KeyTuples;
import dev.colonnade.server.translate.RangeInfos;
import dev.colonnade.split.SplitStatistics;
import dev.colonnade.storage.StorageStatistics;
import io.netty.buffer.Unpooled;
import java.util.List;

/** Ranges, and how the server is. */
final class RangeRequests {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Session session;
  private final SessionSeams seams;

  RangeRequests(Session session, SessionSeams seams) {
    this.session = requireNonNull(session, "session is null");
    this.seams = requireNonNull(seams, "seams is null");
  }

  Response list(RangeRequest.ListAll request) {
    KeySpan span =
        request.table().isEmpty() ? KeySpan.ALL : session.catalog().table(request.table()).span();
    return list(span);
  }

  Response split(RangeRequest.SplitAt request) {
    Table table = session.catalog().table(request.table().tableId());
    table.history().version(request.table().schemaVersion());
    KeyTuples tuples = new KeyTuples(table.format().keyCodec(), request.columnCount());
    List<Key> keys =
        tuples.keys(Unpooled.wrappedBuffer(request.keys().toArray()), request.keyCount());
    session.splitAt(table, keys);
    return list(table.span());
  }

  Response set(ServerRequest.SetSetting request) {
    if (request.table().isEmpty()) {
      seams.splits().change(request);
    } else {
      seams.splits().change(session.catalog().table(request.table()), request);
    }
    return new Ok();
  }

  Response status() {
    StorageStatistics statistics = seams.database().statistics();
    SplitStatistics splits = seams.database().splits().statistics();
    return new StatusReport(
        seams.serverVersion(),
        (seams.ticker().nanos() - seams.startNanos()) / NANOS_PER_MILLI,
        List.of(
            figure("tables", session.catalog().tables().size()),
            figure("ranges", statistics.rangeCount()),
            figure("range_largest_bytes", splits.ranges().largestBytes()),
            figure("splits_waiting", splits.queue().queued()),
            figure("splits_running", splits.queue().running()),
            figure("splits_in_purgatory", splits.queue().purgatory()),
            figure("splits", splits.splits()),
            figure("merges", splits.merges()),
            figure("writes_waiting_for_splits", splits.pressure().waiting()),
            figure("live_rows", statistics.data().liveRows()),
            figure("live_bytes", statistics.data().liveBytes()),
            figure("history_versions", statistics.data().historyVersions()),
            figure("history_bytes", statistics.data().historyBytes()),
            figure("commits", statistics.commits().commits()),
            figure("commit_groups", statistics.commits().groups()),
            figure("direct_bytes", statistics.directBytes())));
  }

  private Response list(KeySpan span) {
    List<RangeStatus> ranges = session.ranges(span);
    int max = seams.limits().itemsMax();
    if (ranges.size() > max) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "too many ranges for one answer: ranges=" + ranges.size() + " max=" + max);
    }
    return new RangeList(ranges.stream().map(RangeInfos::toWire).toList());
  }

  private static NamedValue figure(String name, long value) {
    return new NamedValue(name, value);
  }
}
