package dev.colonnade.jdbc.result;

import dev.colonnade.jdbc.cell.CellPage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Source of pages that are all in memory. */
public final class BufferedPages implements PageSource {
  private final Deque<CellPage> pages;

  public BufferedPages(List<CellPage> pages) {
    this.pages = new ArrayDeque<>(pages);
  }

  @Override
  public @Nullable CellPage next() {
    return pages.poll();
  }

  @Override
  public void close() {
    pages.clear();
  }
}
