package dev.colonnade.sql.execute.window;

import dev.colonnade.sql.execute.window.frame.FrameBounds;
import dev.colonnade.sql.execute.window.frame.WindowBlock;
import dev.colonnade.sql.vector.Vector;
import org.jspecify.annotations.Nullable;

/** State of one function call over a window. Blocks follow each other. One thread. */
interface WindowFunction extends AutoCloseable {
  /** Returns whether {@link #values} needs the frames of the rows. */
  boolean needsFrames();

  /** Returns a value for each row of a block. */
  Vector values(WindowBlock block, FrameBounds.@Nullable Frames frames);

  /** Returns the first position that later blocks need, at most {@code next}, the next block's. */
  long firstNeeded(long next);

  @Override
  default void close() {}
}
