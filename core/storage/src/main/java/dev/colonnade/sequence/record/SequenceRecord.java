package dev.colonnade.sequence.record;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.definition.ColumnOwner;
import dev.colonnade.sequence.definition.Position;
import dev.colonnade.sequence.definition.SequenceNames;
import dev.colonnade.sequence.definition.SequenceOptions;
import org.jspecify.annotations.Nullable;

/**
 * A sequence as it is kept. Values up to {@code position} are reserved: none of them is handed out
 * on the word of a later reader of this record.
 *
 * @param id its identity, never used again
 * @param name unique among tables and sequences
 * @param version rises with every write, so that no two states of the record have the same bytes
 *     and a compare-and-set can never mistake one for another
 * @param epoch rises with every ALTER and setval: values reserved in an older one are not handed
 *     out any more
 * @param options how it counts
 * @param position up to where values are reserved
 * @param isListed whether it is found by its name too, and not only by its id
 */
public record SequenceRecord(
    long id,
    String name,
    long version,
    long epoch,
    SequenceOptions options,
    Position position,
    boolean isListed) {

  public SequenceRecord {
    SequenceNames.require(name);
    requireNonNull(options, "options is null");
    requireNonNull(position, "position is null");
    if (id < 1 || version < 1 || epoch < 1) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "numbers begin at 1: id=%d version=%d epoch=%d".formatted(id, version, epoch));
    }
    if (position.value() < options.min() || position.value() > options.max()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "position out of bounds: value=%d min=%d max=%d"
              .formatted(position.value(), options.min(), options.max()));
    }
  }

  /** A sequence that is found by its name. */
  public SequenceRecord(
      long id, String name, long version, long epoch, SequenceOptions options, Position position) {
    this(id, name, version, epoch, options, position, true);
  }

  /** A new sequence. */
  public static SequenceRecord create(long id, String name, SequenceOptions options) {
    return new SequenceRecord(id, name, 1, 1, options, options.startPosition());
  }

  /** A new sequence that is not found by its name. */
  public static SequenceRecord createUnlisted(long id, String name, SequenceOptions options) {
    return new SequenceRecord(id, name, 1, 1, options, options.startPosition(), false);
  }

  /** The next state, in which more values or fewer are reserved. */
  public SequenceRecord withPosition(Position other) {
    return new SequenceRecord(id, name, version + 1, epoch, options, other, isListed);
  }

  /** The next state, in which no value reserved before counts. */
  public SequenceRecord nextEpoch(SequenceOptions otherOptions, Position otherPosition) {
    return new SequenceRecord(
        id, name, version + 1, epoch + 1, otherOptions, otherPosition, isListed);
  }

  /** The next state, with another name. */
  public SequenceRecord withName(String other) {
    return new SequenceRecord(id, other, version + 1, epoch, options, position, isListed);
  }

  /** The next state, with another name, listed or not, and with another owner. */
  public SequenceRecord placed(String other, boolean listed, @Nullable ColumnOwner owner) {
    return new SequenceRecord(
        id, other, version + 1, epoch, options.ownedBy(owner), position, listed);
  }

  /** That there is no further value, as PostgreSQL says it. */
  public ColonnadeException exhausted() {
    return new ColonnadeException(
        ErrorCode.SEQUENCE_LIMIT,
        options.ascends()
            ? "nextval: reached maximum value of sequence \"%s\" (%d)"
                .formatted(name, options.max())
            : "nextval: reached minimum value of sequence \"%s\" (%d)"
                .formatted(name, options.min()));
  }
}
