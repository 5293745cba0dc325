package dev.colonnade.sql.execute;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.execute.memory.MemoryPool;
import dev.colonnade.sql.execute.memory.QueryMemory;
import dev.colonnade.sql.execute.spill.SpillDirectory;
import dev.colonnade.sql.execute.spill.SpillSpace;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.function.StatementServices;
import java.nio.file.Path;

/**
 * Fixture: the context of one query, with a limit of its memory and a directory of temporary files.
 * A thread has one at a time. It throws when it is closed if an operator has left memory or a file.
 */
public final class TestQuery implements AutoCloseable {
  /** File system in memory, where it exists: some tests write and delete 100,000 files. */
  private static final Path IN_MEMORY = Path.of("/dev/shm");

  private static final long IN_MEMORY_BYTES_MIN = 1L << 30;

  /** Memory of work that no test needs. */
  public static final long AMPLE_BYTES = 128L << 20;

  private final SpillDirectory directory;
  private final QueryMemory memory;
  private final Cancellation cancellation = Cancellation.withoutDeadline();
  private final QueryContext context;

  /** Opens a query that is denied more memory than {@code workBytes}. */
  public TestQuery(long workBytes) {
    this(workBytes, 4 * AMPLE_BYTES);
  }

  /** Opens a query of a server whose queries have {@code poolBytes} of memory together. */
  public TestQuery(long workBytes, long poolBytes) {
    directory = new SpillDirectory(path());
    memory = new MemoryPool(poolBytes).open(workBytes, false, cancellation);
    Evaluation evaluation =
        new Evaluation(
            index -> {
              throw new IllegalStateException("no such parameter index=" + index);
            },
            StatementServices.NONE,
            cancellation,
            SubqueryExecutor.NONE);
    context =
        new QueryContext(
            evaluation, memory, directory.newSpace(SpillSpace.UNLIMITED), NanoTicker.system());
  }

  /** Returns a directory for all queries of the thread: to create and delete it takes long. */
  private static Path path() {
    String name =
        "query-" + ProcessHandle.current().pid() + "-" + Thread.currentThread().threadId();
    boolean isInMemory = IN_MEMORY.toFile().getUsableSpace() >= IN_MEMORY_BYTES_MIN;
    Path parent = isInMemory ? IN_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
    Path path = parent.resolve(name);
    path.toFile().deleteOnExit();
    return path;
  }

  public QueryContext context() {
    return context;
  }

  public Cancellation cancellation() {
    return cancellation;
  }

  /** Returns the bytes that the operators use at present. */
  public long memoryBytes() {
    return memory.bytes();
  }

  /** Returns the most bytes that the operators have used at one time. */
  public long peakMemoryBytes() {
    return memory.peakBytes();
  }

  /** Returns the number of temporary files at present. */
  public int fileCount() {
    return directory.fileCount();
  }

  /** Returns the bytes written to temporary files. */
  public long spilledBytes() {
    return directory.bytesWritten();
  }

  @Override
  public void close() {
    long bytesLeft = memory.bytes();
    int filesLeft = directory.fileCount();
    memory.close();
    directory.close();
    if (bytesLeft != 0 || filesLeft != 0) {
      throw new IllegalStateException(
          "operators left memory or files bytes=%d files=%d".formatted(bytesLeft, filesLeft));
    }
  }
}
