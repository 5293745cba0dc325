package dev.colonnade.server.session.pool;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.config.ThreadConfig;

/**
 * Thread pools of requests that may block.
 *
 * @param reads scans, and gets of rows that are not in memory
 * @param writes encoding of rows, and commits
 * @param definitions DDL and range changes, one thread
 * @param cleanups release of resources that may block, one thread
 * @param sessions virtual threads of the sessions that execute SQL
 */
public record RequestPools(
    RequestPool reads,
    RequestPool writes,
    RequestPool definitions,
    RequestPool cleanups,
    SessionThreads sessions)
    implements AutoCloseable {
  private static final int DEFINITIONS_QUEUE_MAX = 256;

  public RequestPools {
    requireNonNull(reads, "reads is null");
    requireNonNull(writes, "writes is null");
    requireNonNull(definitions, "definitions is null");
    requireNonNull(cleanups, "cleanups is null");
    requireNonNull(sessions, "sessions is null");
  }

  public static RequestPools of(ThreadConfig config) {
    return new RequestPools(
        new RequestPool("read", config.requestThreads(), config.requestQueueMax()),
        new RequestPool("write", config.requestThreads(), config.requestQueueMax()),
        new RequestPool("define", 1, DEFINITIONS_QUEUE_MAX),
        new RequestPool("end", 1, Integer.MAX_VALUE),
        SessionThreads.of("sql"));
  }

  @Override
  public void close() {
    try {
      sessions.close();
    } finally {
      reads.close();
      writes.close();
      definitions.close();
      cleanups.close();
    }
  }
}
