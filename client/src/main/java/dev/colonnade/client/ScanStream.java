package dev.colonnade.client;

import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.protocol.response.ScanResponse;
import dev.colonnade.protocol.result.ResultMetadata;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Blocking stream of the pages of a running scan:
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
 * <p>A scan fails as a whole: after an exception, pages returned before are not a valid partial
 * result. Not thread-safe.
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
   * Closes the current page and advances to the next one. Returns false if there are no more.
   *
   * @throws ClientException if the scan failed
   */
  public boolean next() {
    closePage();
    page = wait.apply(scan.nextPage()).orElse(null);
    return page != null;
  }

  /** Returns the current page, which is valid until the stream advances. */
  public ResultPage page() {
    ResultPage current = page;
    if (current == null) {
      throw new IllegalStateException("stream has no current page");
    }
    return current;
  }

  /**
   * Returns the metadata common to all pages, such as their format, once {@link #next} has
   * returned.
   */
  public Optional<ResultMetadata> head() {
    return scan.head();
  }

  /** Returns the end of the scan, once {@link #next} has returned false. */
  public Optional<ScanResponse.End> end() {
    return scan.end();
  }

  /** Ends the scan, also before its last page. */
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
