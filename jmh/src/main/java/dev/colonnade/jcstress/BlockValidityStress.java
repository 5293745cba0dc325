package dev.colonnade.jcstress;

import dev.colonnade.key.Key;
import dev.colonnade.scan.cache.BlockValidity;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Race of the load of a cached block with a commit that changes a key in it. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "read before the commit, and invalidated")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "read after the commit, and invalidated")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "read after the commit, and retained")
@Outcome(id = "0, 1", expect = Expect.FORBIDDEN, desc = "read before the commit, and retained")
@State
public class BlockValidityStress {
  private static final Key START = key(1);
  private static final Key CHANGED = key(2);
  private static final Key END = key(3);
  private static final Key LIMIT = key(4);

  private volatile int stored;
  private volatile @Nullable BlockValidity directory;

  private static Key key(int value) {
    return Key.wrap(new byte[] {(byte) value});
  }

  /** Registers the block, reads the value, seals the block. */
  @Actor
  public void loader(II_Result result) {
    BlockValidity block = new BlockValidity(START, LIMIT);
    directory = block;
    result.r1 = stored;
    block.seal(END);
  }

  /** Writes the value, then invalidates the block. */
  @Actor
  public void leader() {
    stored = 1;
    BlockValidity block = directory;
    if (block != null) {
      block.changed(CHANGED);
    }
  }

  /** Returns whether readers use the block. */
  @Arbiter
  public void reader(II_Result result) {
    BlockValidity block = directory;
    result.r2 = block != null && block.isOpen() ? 1 : 0;
  }
}
