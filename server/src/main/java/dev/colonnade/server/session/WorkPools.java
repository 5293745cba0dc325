package dev.colonnade.server.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.config.ThreadConfig;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Thread pools of requests that may block.
 *
 * @param reads scans, and gets of rows that are not in memory
 * @param writes encoding of rows, and commits
 * @param definitions DDL and range changes, one thread
 * @param cleanups release of resources that may block, one thread
 * @param sessions one virtual thread for each session that executes SQL
 */
public record WorkPools(
    WorkPool reads,
    WorkPool writes,
    WorkPool definitions,
    WorkPool cleanups,
    ExecutorService sessions)
    implements AutoCloseable {
  private static final int DEFINITIONS_QUEUE_MAX = 256;

  public WorkPools {
    requireNonNull(reads, "reads is null");
    requireNonNull(writes, "writes is null");
    requireNonNull(definitions, "definitions is null");
    requireNonNull(cleanups, "cleanups is null");
    requireNonNull(sessions, "sessions is null");
  }

  public static WorkPools of(ThreadConfig config) {
    return new WorkPools(
        new WorkPool("read", config.requestThreads(), config.requestQueueMax()),
        new WorkPool("write", config.requestThreads(), config.requestQueueMax()),
        new WorkPool("define", 1, DEFINITIONS_QUEUE_MAX),
        new WorkPool("end", 1, Integer.MAX_VALUE),
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("sql-", 0).factory()));
  }

  @Override
  public void close() {
    sessions.close();
    reads.close();
    writes.close();
    definitions.close();
    cleanups.close();
  }
}
