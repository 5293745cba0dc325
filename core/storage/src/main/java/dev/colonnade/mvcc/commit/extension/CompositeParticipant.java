package dev.colonnade.mvcc.commit.extension;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Batch;

/** Composite of two group participants, which are called in this order. */
public record CompositeParticipant(GroupParticipant first, GroupParticipant second)
    implements GroupParticipant {
  public CompositeParticipant {
    requireNonNull(first, "first is null");
    requireNonNull(second, "second is null");
  }

  @Override
  public void changed(VersionDelta delta) {
    first.changed(delta);
    second.changed(delta);
  }

  @Override
  public void changed(ChangedKeys together) {
    first.changed(together);
    second.changed(together);
  }

  @Override
  public void cleared(KeySpan span) {
    first.cleared(span);
    second.cleared(span);
  }

  @Override
  public void beforeWrite(Batch batch) {
    first.beforeWrite(batch);
    second.beforeWrite(batch);
  }

  @Override
  public void committedAt(Batch batch, long timestamp) {
    first.committedAt(batch, timestamp);
    second.committedAt(batch, timestamp);
  }

  @Override
  public void applied() {
    first.applied();
    second.applied();
  }

  @Override
  public Runnable inLog() {
    Runnable ofFirst = first.inLog();
    Runnable ofSecond = second.inLog();
    return () -> {
      ofFirst.run();
      ofSecond.run();
    };
  }

  @Override
  public void discarded() {
    first.discarded();
    second.discarded();
  }

  @Override
  public void unknown() {
    first.unknown();
    second.unknown();
  }
}
