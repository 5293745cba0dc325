package dev.colonnade.bulk;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * External sort of pairs of keys and values. Several threads add pairs, each to a {@link Part} of
 * its own; then one thread reads all of them in order.
 */
public final class PairSorter implements AutoCloseable {
  private final SortSpace space;
  private final int commonBytes;

  /** Sorted runs. Guarded by this. */
  private final List<PairSource> runs = new ArrayList<>();

  /**
   * Creates a sorter.
   *
   * @param commonBytes length of the common prefix of all keys
   */
  public PairSorter(SortSpace space, int commonBytes) {
    this.space = requireNonNull(space, "space is null");
    this.commonBytes = commonBytes;
  }

  /** Returns a new part for one thread. */
  public Part newPart() {
    return new Part();
  }

  /** Returns all pairs in order; all parts are finished. To be called once. */
  public synchronized SortedPairs sorted() {
    return SortedPairs.merged(List.copyOf(runs));
  }

  private synchronized void add(PairSource run) {
    runs.add(run);
  }

  /** Deletes the temporary files. */
  @Override
  public synchronized void close() {
    IOException failure = null;
    for (PairSource run : runs) {
      try {
        run.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    runs.clear();
    if (failure != null) {
      throw SortSpace.failure(failure);
    }
  }

  /** Pairs of one thread. */
  public final class Part {
    private final PairBuffer buffer = new PairBuffer(commonBytes, space.bufferBytesMax());

    private Part() {}

    /** Adds a pair. */
    public void add(byte[] key, byte[] value) {
      buffer.add(key, value);
      if (buffer.isFull()) {
        buffer.sort();
        try {
          PairSorter.this.add(PairFile.write(space.newFile(), buffer));
        } catch (IOException e) {
          throw SortSpace.failure(e);
        }
        buffer.clear();
      }
    }

    /** Completes the part: nothing is added any more. */
    public void finish() {
      buffer.sort();
      PairSorter.this.add(PairSource.of(buffer));
    }
  }
}
