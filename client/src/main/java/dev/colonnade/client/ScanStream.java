package dev.colonnade.client;

import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.protocol.response.ResultHead;
import dev.colonnade.protocol.response.ScanEnd;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A running scan for callers that wait:
 *
 * <pre>{@code
 * try (ScanStream scan = client.scan(table.newScan().columns("id", "name"))) {
 *   while (scan.next()) {
 *     RowCursor rows = scan.page().rows();
 *     ...
 *   }
 * }
 * }</pre>
 *
 * <p>A scan that throws gives no result, also not the pages before. Not thread-safe.
 */
public final class ScanStream implements AutoCloseable {
  private final AsyncScan scan;
  private final Function<CompletableFuture<Optional<ResultPage>>, Optional<ResultPage>> wait;
  private @Nullable ResultPage page;

  ScanStream(
      AsyncScan scan,
      Function<CompletableFuture<Optional<ResultPage>>, Optional<ResultPage>> wait) {
    this.scan = scan;
    this.wait = wait;
  }

  /**
   * Closes the page before and moves to the next one. False if there are no more.
   *
   * @throws ClientException if the scan failed
   */
  public boolean next() {
    closePage();
    page = wait.apply(scan.nextPage()).orElse(null);
    return page != null;
  }

  /** The page that the stream is on, valid until the stream moves. */
  public ResultPage page() {
    ResultPage current = page;
    if (current == null) {
      throw new IllegalStateException("stream is on no page");
    }
    return current;
  }

  /** What holds for all pages, such as their format, once {@link #next} has returned. */
  public Optional<ResultHead> head() {
    return scan.head();
  }

  /** How the scan ended, once {@link #next} has returned false. */
  public Optional<ScanEnd> end() {
    return scan.end();
  }

  /** Ends the scan, wherever it is. */
  @Override
  public void close() {
    closePage();
    scan.close();
  }

  private void closePage() {
    ResultPage current = page;
    page = null;
    if (current != null) {
      current.close();
    }
  }
}
