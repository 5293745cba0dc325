package dev.colonnade.sequence.record;

import dev.colonnade.key.Key;
import dev.colonnade.sequence.definition.SequenceMode;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.SequencePosition;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.HashMap;
import java.util.Map;

/**
 * Furthest positions that records of sequences had, so that a store that is restored to an earlier
 * point in time does not allocate values again that were reserved later. Not thread-safe.
 *
 * <p>Sequences that cycle repeat values by definition, and gapless ones must not skip any: both
 * continue at their restored position.
 */
public final class SequenceReservations {
  private final Map<Long, Furthest> byId = new HashMap<>();

  /** Least and greatest position of one sequence. */
  private record Furthest(SequencePosition least, SequencePosition greatest) {
    Furthest including(SequencePosition position) {
      return new Furthest(
          isBeyond(position, least, false) ? position : least,
          isBeyond(position, greatest, true) ? position : greatest);
    }
  }

  private static boolean isBeyond(SequencePosition a, SequencePosition b, boolean ascends) {
    return a.value() == b.value()
        ? a.isCalled() && !b.isCalled()
        : ascends == a.value() > b.value();
  }

  /** Notes a record that is put into {@code META}; no effect if it is not one of a sequence. */
  public void put(Key key, byte[] value) {
    if (SequenceLayout.recordSpan().contains(key)) {
      SequencePosition position = SequenceCodec.decode(key, value).position();
      byId.merge(
          SequenceLayout.idOf(key),
          new Furthest(position, position),
          (known, _) -> known.including(position));
    }
  }

  /**
   * Adds records to a batch by which the sequences of a store continue beyond the noted positions.
   */
  public void advance(StoreReader store, Batch batch) {
    byId.forEach(
        (id, furthest) -> {
          Key key = SequenceLayout.recordKey(id);
          byte[] value = store.get(Space.META, key);
          if (value != null) {
            advance(SequenceCodec.decode(key, value), furthest, key, batch);
          }
        });
  }

  private static void advance(SequenceRecord record, Furthest furthest, Key key, Batch batch) {
    SequenceOptions options = record.options();
    SequencePosition later = options.ascends() ? furthest.greatest() : furthest.least();
    if (options.cycle()
        || options.mode() == SequenceMode.GAPLESS
        || !isBeyond(later, record.position(), options.ascends())) {
      return;
    }
    SequencePosition position =
        later.value() > options.max() || later.value() < options.min()
            ? new SequencePosition(options.ascends() ? options.max() : options.min(), true)
            : later;
    batch.put(Space.META, key.bytes(), SequenceCodec.encode(record.withPosition(position)));
  }
}
