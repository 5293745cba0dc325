package dev.colonnade.mvcc.commit.trace;

import static java.util.Objects.requireNonNull;

import dev.colonnade.trace.CurrentSpan;
import dev.colonnade.trace.Span;
import org.jspecify.annotations.Nullable;

/**
 * Trace of a commit from the time at which it is queued: how long it waited for its group, and how
 * long the write of the group took. Created by the caller; then the leader uses it.
 */
public final class CommitTrace {
  private final Span span;

  private CommitTrace(Span span) {
    this.span = requireNonNull(span, "span is null");
  }

  /** Begins the trace of a commit of the calling thread; null if that traces nothing. */
  public static @Nullable CommitTrace begin() {
    Span span = CurrentSpan.child("commit");
    return span == null ? null : new CommitTrace(span);
  }

  /** Adds the write of the commit's group. */
  public void add(GroupWrite group) {
    span.set("colonnade.commit.group_size", group.commitCount());
    Span write =
        span.child(group.isReplicated() ? "replication append" : "group write", group.startNanos());
    if (write != null) {
      write.set("colonnade.commit.bytes", group.bytes()).end(group.endNanos());
    }
  }

  /**
   * Ends the commit.
   *
   * @param sqlState of its failure; null if it succeeded
   */
  public void end(@Nullable String sqlState) {
    if (sqlState != null) {
      span.failed(sqlState);
    }
    span.end();
  }

  /**
   * Write of a group of commits to the log.
   *
   * @param isReplicated whether the log is replicated, so that the write includes the copies
   */
  public record GroupWrite(
      long startNanos, long endNanos, int commitCount, long bytes, boolean isReplicated) {}
}
