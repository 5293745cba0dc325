package dev.colonnade.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.StopReason;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Open scan of a {@link ScanSimulation}, which reads a page per step, with the model's result at
 * the scan's timestamp.
 */
abstract class SimulatedScan implements AutoCloseable {
  private final ScanRequest request;
  private final List<List<@Nullable Object>> expected;
  private final List<List<@Nullable Object>> found = new ArrayList<>();

  private SimulatedScan(RandomTable table, ScanRequest request) {
    this.request = request;
    this.expected = table.expected(request);
  }

  /** Returns a scan with one request per page and no state in between. */
  static SimulatedScan byPages(RandomTable table, ScanRequest request) {
    return new Paged(table, request);
  }

  /** Returns a scan that reads an ordered stream. */
  static SimulatedScan byStream(RandomTable table, ScanRequest request, PageStream stream) {
    return new Streamed(table, request, stream);
  }

  long timestamp() {
    return request.readTimestamp();
  }

  ScanRequest request() {
    return request;
  }

  int rowCount() {
    return found.size();
  }

  /**
   * Reads and checks the next page. Returns whether it was the last one; then all rows are checked.
   */
  final boolean step() {
    boolean more = next();
    assertThat(found)
        .as("pages so far of %s", request)
        .isEqualTo(expected.subList(0, Math.min(found.size(), expected.size())));
    if (!more) {
      assertThat(found).as("all of %s", request).isEqualTo(expected);
    }
    return !more;
  }

  /** Reads the next page; returns false after the end. */
  abstract boolean next();

  final void addRows(ScanPage page, ScanRequest pageRequest) {
    found.addAll(Pages.rowsOf(page, pageRequest));
  }

  @Override
  public abstract void close();

  private static final class Paged extends SimulatedScan {
    private final RandomTable table;
    private ScanRequest rest;

    Paged(RandomTable table, ScanRequest request) {
      super(table, request);
      this.table = table;
      this.rest = request;
    }

    @Override
    boolean next() {
      try (ScanPage page = table.table.scanner.page(rest, Cancellation.withoutDeadline())) {
        addRows(page, rest);
        if (page.end().isLast() || page.reason() == StopReason.ROW_LIMIT) {
          return false;
        }
        rest = rest.resumed(page.resume(), page.rowCount());
        return true;
      }
    }

    @Override
    public void close() {}
  }

  private static final class Streamed extends SimulatedScan {
    private final PageStream stream;

    Streamed(RandomTable table, ScanRequest request, PageStream stream) {
      super(table, request);
      this.stream = stream;
    }

    @Override
    boolean next() {
      try (ScanPage page = stream.next()) {
        if (page == null) {
          return false;
        }
        addRows(page, request());
        if (rowCount() % 3 == 0) {
          stream.pause();
        }
        return true;
      }
    }

    @Override
    public void close() {
      stream.close();
    }
  }
}
