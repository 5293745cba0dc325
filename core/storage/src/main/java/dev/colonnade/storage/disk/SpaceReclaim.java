package dev.colonnade.storage.disk;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import dev.colonnade.store.disk.DiskSpace;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reclaims the space of cleared spans at once while the disk is full; otherwise compactions do so
 * in the course of later writes.
 */
public final class SpaceReclaim {
  private static final Logger LOG = LoggerFactory.getLogger(SpaceReclaim.class);

  private final Store store;
  private final DiskSpace disk;
  private final Executor background;

  public SpaceReclaim(Store store, DiskSpace disk, Executor background) {
    this.store = requireNonNull(store, "store is null");
    this.disk = requireNonNull(disk, "disk is null");
    this.background = requireNonNull(background, "background is null");
  }

  /** Reclaims the space of a span that was cleared, in the background, if the disk is full. */
  public void cleared(KeySpan span) {
    if (disk.isLow()) {
      background.execute(() -> reclaim(span));
    }
  }

  private void reclaim(KeySpan span) {
    try {
      store.flush(); // writes the deletion, and frees the log
      store.compact(Space.ROWS, span);
      store.compact(Space.HISTORY, span);
    } catch (ColonnadeException e) {
      LOG.warn("the space of a cleared span is reclaimed later span={}", span, e);
    }
  }
}
