package dev.colonnade.sequence.record;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.definition.OwningColumn;
import dev.colonnade.sequence.definition.SequenceNames;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.SequencePosition;
import org.jspecify.annotations.Nullable;

/**
 * Durable state of a sequence. Values up to {@code position} are reserved: a later reader of the
 * record must not allocate them.
 *
 * @param id identity, never reused
 * @param name unique among tables and sequences
 * @param version number that increases with every write, so that no two states of the record have
 *     the same bytes and compare-and-set has no ABA problem
 * @param epoch fencing token that increases with every ALTER and setval: values reserved in an
 *     older epoch are invalid
 * @param options options of CREATE SEQUENCE
 * @param position position up to which values are reserved
 * @param isListed whether the sequence can be looked up by its name, and not only by its id
 */
public record SequenceRecord(
    long id,
    String name,
    long version,
    long epoch,
    SequenceOptions options,
    SequencePosition position,
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

  /** Creates the record of a listed sequence. */
  public SequenceRecord(
      long id,
      String name,
      long version,
      long epoch,
      SequenceOptions options,
      SequencePosition position) {
    this(id, name, version, epoch, options, position, true);
  }

  /** Returns the first record of a new listed sequence. */
  public static SequenceRecord create(long id, String name, SequenceOptions options) {
    return new SequenceRecord(id, name, 1, 1, options, options.startPosition());
  }

  /** Returns the first record of a new sequence that can be looked up by its id only. */
  public static SequenceRecord createUnlisted(long id, String name, SequenceOptions options) {
    return new SequenceRecord(id, name, 1, 1, options, options.startPosition(), false);
  }

  /** Returns the next version, with another position, so that more or fewer values are reserved. */
  public SequenceRecord withPosition(SequencePosition other) {
    return new SequenceRecord(id, name, version + 1, epoch, options, other, isListed);
  }

  /** Returns the next version in a new epoch, which invalidates all values reserved before. */
  public SequenceRecord nextEpoch(SequenceOptions otherOptions, SequencePosition otherPosition) {
    return new SequenceRecord(
        id, name, version + 1, epoch + 1, otherOptions, otherPosition, isListed);
  }

  /** Returns the next version, with another name. */
  public SequenceRecord withName(String other) {
    return new SequenceRecord(id, other, version + 1, epoch, options, position, isListed);
  }

  /** Returns the next version, with another name, listed or not, and with another owner. */
  public SequenceRecord withIdentity(String other, boolean listed, @Nullable OwningColumn owner) {
    return new SequenceRecord(
        id, other, version + 1, epoch, options.ownedBy(owner), position, listed);
  }

  /** Returns a SEQUENCE_LIMIT exception with PostgreSQL's message for an exhausted sequence. */
  public ColonnadeException limitReached() {
    return new ColonnadeException(
        ErrorCode.SEQUENCE_LIMIT,
        options.ascends()
            ? "nextval: reached maximum value of sequence \"%s\" (%d)"
                .formatted(name, options.max())
            : "nextval: reached minimum value of sequence \"%s\" (%d)"
                .formatted(name, options.min()));
  }
}
