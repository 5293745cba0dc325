package dev.colonnade.scan.page;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.column.ColumnVector;
import dev.colonnade.scan.memory.RequestMemory;
import org.jspecify.annotations.Nullable;

/** Page of rows of a cached block, which are read in place: the page pins the block. */
public final class VectorPage implements ScanPage {
  private final ColumnVector[] vectors;
  private final Rows rows;
  private final PageMemory memory;
  private final PageEnd end;

  /**
   * Creates a page.
   *
   * @param vectors columns of the projection, in its order
   * @param pin reference to the block, which the page closes
   */
  public VectorPage(
      ColumnVector[] vectors, Rows rows, AutoCloseable pin, RequestMemory memory, PageEnd end) {
    this(vectors, rows, new PageMemory(memory, pin), end);
  }

  private VectorPage(ColumnVector[] vectors, Rows rows, PageMemory memory, PageEnd end) {
    this.vectors = vectors;
    this.rows = requireNonNull(rows, "rows is null");
    this.memory = memory;
    this.end = requireNonNull(end, "end is null");
  }

  /** Returns a column of the block, which is valid until the page is closed. */
  public ColumnVector vector(int column) {
    memory.requireOpen();
    return vectors[column];
  }

  /** Returns the rows of the block that belong to the page. */
  public Rows rows() {
    return rows;
  }

  @Override
  public int rowCount() {
    return rows.count();
  }

  @Override
  public PageEnd end() {
    return end;
  }

  @Override
  public VectorPage withEnd(PageEnd other) {
    return new VectorPage(vectors, rows, memory, other);
  }

  @Override
  public void close() {
    memory.close();
  }

  /** Rows of a block: consecutive ones, or those of a selection vector. */
  public static final class Rows {
    private final int first;
    private final int count;
    private final int @Nullable [] selection;

    private Rows(int first, int count, int @Nullable [] selection) {
      this.first = first;
      this.count = count;
      this.selection = selection;
    }

    /** Returns the rows from {@code first}, included, to {@code end}, excluded. */
    public static Rows range(int first, int end) {
      return new Rows(first, end - first, null);
    }

    /** Returns the first {@code count} of {@code selection}, which becomes the page's. */
    public static Rows selected(int[] selection, int count) {
      return new Rows(0, count, selection);
    }

    /** Returns the first of the rows, if they are consecutive. */
    public int first() {
      return first;
    }

    public int count() {
      return count;
    }

    /** Returns the rows, ascending; null if they are consecutive. Not to be modified. */
    public int @Nullable [] selection() {
      return selection;
    }
  }
}
