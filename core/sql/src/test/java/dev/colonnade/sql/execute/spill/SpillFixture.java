package dev.colonnade.sql.execute.spill;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.execute.memory.MemoryPool;
import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.memory.QueryMemory;
import java.nio.file.Path;

/** Test environment of one operator that may spill. */
final class SpillFixture implements AutoCloseable {
  final MemoryPool pool = new MemoryPool(1L << 30);
  final SpillDirectory directory;
  final SpillSpace space;
  final Cancellation cancellation = Cancellation.withoutDeadline();
  final QueryMemory query;
  final OperatorMemory memory;

  SpillFixture(Path path, long workBytes) {
    directory = new SpillDirectory(path);
    space = directory.newSpace(SpillSpace.UNLIMITED);
    query = pool.open(workBytes, false, cancellation);
    memory = query.newOperator();
  }

  SpillContext context() {
    return new SpillContext(memory, space, cancellation);
  }

  @Override
  public void close() {
    query.close();
    space.close();
    directory.close();
  }
}
