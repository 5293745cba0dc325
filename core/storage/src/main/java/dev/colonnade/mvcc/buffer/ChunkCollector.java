package dev.colonnade.mvcc.buffer;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.KeyDeletes;
import dev.colonnade.mvcc.mutation.Mutation;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.mvcc.mutation.PackedPuts;
import dev.colonnade.mvcc.mutation.SpanDelete;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Collector of ascending writes that passes them on in chunks of limited size. One thread. */
final class ChunkCollector implements WriteMerge.Visitor {
  /** Number of writes of a run that are worth a chunk of their own. */
  private static final int WHOLE_RUN_MIN = 256;

  private final MutationChunks.Size max;
  private final Consumer<Mutations> visitor;
  private Mutations chunk = new Mutations();

  /** Deletes of runs instead of the chunk, which is empty then; null if there are none. */
  private @Nullable KeyDeletes deletes;

  /** Packed puts behind the chunk, which is empty if there are any. */
  private final List<PackedPuts.Segment> puts = new ArrayList<>();

  private int putCount;
  private long putBytes;

  ChunkCollector(MutationChunks.Size max, Consumer<Mutations> visitor) {
    this.max = requireNonNull(max, "max is null");
    this.visitor = requireNonNull(visitor, "visitor is null");
  }

  /** Adds a write, whose key is above all earlier ones. */
  @Override
  public void single(Key key, BufferedWrite write) {
    if (write.value() != null || !addDelete(key, roleOf(write), write.condition())) {
      addMutation(key, write);
    }
  }

  private static Mutation.Role roleOf(BufferedWrite write) {
    return write.part() ? Mutation.Role.PART : Mutation.Role.ROW;
  }

  /** Adds a write of a run, whose key is above all earlier ones. */
  @Override
  public void ofRun(Key key, SortedWriteRun run, int index) {
    Mutation.Role role = run.roleOfDelete(index);
    if (role == null || !addDelete(key, role, run.condition(index))) {
      addMutation(key, run.write(index));
    }
  }

  /**
   * Adds a delete without a mutation, if the chunk has nothing but deletes of the same role, or a
   * new one may begin. Returns false if it was not added.
   */
  private boolean addDelete(Key key, Mutation.Role role, Condition condition) {
    if (BufferedWrite.isUndoneInsert(role == Mutation.Role.PART, condition)) {
      return false;
    }
    passPuts();
    KeyDeletes collected = deletes;
    if (collected != null && collected.role() != role && collected.count() >= WHOLE_RUN_MIN) {
      passChunk();
      collected = null;
    }
    if (collected == null && chunk.isEmpty()) {
      collected = new KeyDeletes(role);
    }
    if (collected == null || collected.role() != role) {
      return false;
    }
    deletes = collected;
    collected.add(key, role == Mutation.Role.PART ? Condition.ANY : condition);
    if (max.isExceeded(collected.count() + 1, collected.byteSize())) {
      passChunk();
    }
    return true;
  }

  private void addMutation(Key key, BufferedWrite write) {
    passPuts();
    if (deletes != null) {
      chunk = Mutations.copyOf(deletes);
      deletes = null;
    }
    write.addTo(chunk, key);
    if (max.isExceeded(chunk.count() + 1, chunk.byteSize())) {
      passChunk();
    }
  }

  /** Adds a run, whose keys are above all earlier ones; returns false if it is not packed. */
  @Override
  public boolean whole(SortedWriteRun run) {
    boolean mayPass = run.size() >= WHOLE_RUN_MIN || (chunk.isEmpty() && deletes == null);
    PackedPuts.Segment segment = mayPass ? run.puts() : null;
    if (segment != null) {
      add(segment);
    }
    return segment != null;
  }

  /** Adds packed puts, whose keys are above all earlier ones. */
  void add(PackedPuts.Segment segment) {
    passChunk();
    int from = 0;
    while (from < segment.count()) {
      int to = endOfFitting(segment, from);
      if (to > from) {
        boolean isWhole = to - from == segment.count();
        PackedPuts.Segment fitting = isWhole ? segment : segment.slice(from, to);
        puts.add(fitting);
        putCount += fitting.count();
        putBytes += fitting.byteSize();
      }
      if (to < segment.count()) {
        passPuts();
      }
      from = to;
    }
  }

  /** Returns the end of the puts that fit into the present chunk: at least one if it is empty. */
  private int endOfFitting(PackedPuts.Segment segment, int from) {
    int to = puts.isEmpty() ? from + 1 : from;
    long bytes = putBytes + (to > from ? segment.byteSize(from) : 0);
    while (to < segment.count()
        && !max.isExceeded(putCount + to - from + 1, bytes + segment.byteSize(to))) {
      bytes += segment.byteSize(to);
      to++;
    }
    return to;
  }

  private void passPuts() {
    if (!puts.isEmpty()) {
      visitor.accept(Mutations.of(new PackedPuts(puts)));
      puts.clear();
      putCount = 0;
      putBytes = 0;
    }
  }

  private void passChunk() {
    if (deletes != null) {
      visitor.accept(Mutations.of(deletes));
      deletes = null;
    }
    if (!chunk.isEmpty()) {
      visitor.accept(chunk);
      chunk = new Mutations();
    }
  }

  /** Passes the last chunk on. */
  void finish() {
    passPuts();
    passChunk();
  }

  /** Writes of a buffer in chunks. */
  record Chunks(boolean isDeletesOnly, @Nullable SpanDelete spanDelete, MutationChunks chunks)
      implements MutationChunks {
    // Not compact: class files lack the type annotations of compact constructors.
    Chunks(boolean isDeletesOnly, @Nullable SpanDelete spanDelete, MutationChunks chunks) {
      this.isDeletesOnly = isDeletesOnly;
      this.spanDelete = spanDelete;
      this.chunks = requireNonNull(chunks, "chunks is null");
    }

    @Override
    public void forEach(Size max, Consumer<Mutations> visitor) {
      chunks.forEach(max, visitor);
    }
  }
}
