package dev.colonnade.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.trace.CurrentSpan;
import dev.colonnade.trace.Span;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Spans of commits of a cluster's leader. */
@Timeout(120)
final class CommitTracingTest {
  private static final long RETAINED_ENTRIES = 1000;

  @TempDir private Path folder;

  @Test
  void shouldTraceTheAppendToTheReplicatedLog() {
    try (TestCluster cluster =
        new TestCluster(folder, TestCluster.timing(RETAINED_ENTRIES), "a", "b", "c")) {
      TestCluster.Node leader = cluster.node(cluster.leader());
      leader.run("create table t (id int primary key)");
      RecordedSpan statement = new RecordedSpan("INSERT", 0);
      long start = System.nanoTime();
      CurrentSpan.run(statement, () -> leader.run("insert into t values (1)"));
      long nanos = System.nanoTime() - start;
      RecordedSpan commit = statement.onlyChild("commit");
      assertThat(commit.attributes).containsEntry("colonnade.commit.group_size", 1L);
      RecordedSpan append = commit.onlyChild("replication append");
      assertThat((Long) append.attributes.get("colonnade.commit.bytes")).isPositive();
      assertThat(append.endNanos - append.startNanos).isPositive().isLessThanOrEqualTo(nanos);
      assertThat(statement.failures()).isEmpty();
    }
  }

  /** Span that keeps what is recorded. */
  private static final class RecordedSpan implements Span {
    private final String name;
    private final long startNanos;
    private final List<RecordedSpan> children = new CopyOnWriteArrayList<>();
    private final Map<String, Object> attributes = new ConcurrentHashMap<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private volatile long endNanos;

    RecordedSpan(String name, long startNanos) {
      this.name = name;
      this.startNanos = startNanos;
    }

    RecordedSpan onlyChild(String wanted) {
      List<RecordedSpan> found =
          children.stream().filter(child -> child.name.equals(wanted)).toList();
      assertThat(found).as("children of %s named %s", name, wanted).hasSize(1);
      return found.getFirst();
    }

    List<String> failures() {
      return failures;
    }

    @Override
    public Span child(String childName, long childStartNanos) {
      RecordedSpan child = new RecordedSpan(childName, childStartNanos);
      children.add(child);
      return child;
    }

    @Override
    public Span child(String childName) {
      return child(childName, System.nanoTime());
    }

    @Override
    public Span set(String key, String value) {
      attributes.put(key, value);
      return this;
    }

    @Override
    public Span set(String key, long value) {
      attributes.put(key, value);
      return this;
    }

    @Override
    public Span failed(String sqlState) {
      failures.add(sqlState);
      return this;
    }

    @Override
    public void end(long nanos) {
      endNanos = nanos;
    }

    @Override
    public void end() {
      end(System.nanoTime());
    }
  }
}
