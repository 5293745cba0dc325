package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.sequence.OptionValue;
import dev.colonnade.protocol.sequence.SequenceOptions;

/**
 * Requests about sequences. Definitions go by name; values go by id, which a rename does not change
 * and which is never another sequence's.
 */
public sealed interface SequenceRequest extends Request {

  /** Creates a sequence; answered by {@code Described}. */
  record Create(String name, SequenceOptions options, boolean ifNotExists)
      implements SequenceRequest {
    public Create {
      requireNonNull(name, "name is null");
      requireNonNull(options, "options is null");
    }

    @Override
    public RequestType type() {
      return RequestType.CREATE_SEQUENCE;
    }
  }

  /**
   * Changes a sequence; answered by {@code Described}.
   *
   * @param restart the value to go on with; the default is where the sequence starts
   */
  record Alter(String name, SequenceOptions options, OptionValue restart)
      implements SequenceRequest {
    public Alter {
      requireNonNull(name, "name is null");
      requireNonNull(options, "options is null");
      requireNonNull(restart, "restart is null");
    }

    @Override
    public RequestType type() {
      return RequestType.ALTER_SEQUENCE;
    }
  }

  /** Gives a sequence another name; answered by {@code Described}. */
  record Rename(String name, String newName) implements SequenceRequest {
    public Rename {
      requireNonNull(name, "name is null");
      requireNonNull(newName, "newName is null");
    }

    @Override
    public RequestType type() {
      return RequestType.RENAME_SEQUENCE;
    }
  }

  /** Drops a sequence; answered by {@code Ok}. */
  record Drop(String name, boolean ifExists) implements SequenceRequest {
    public Drop {
      requireNonNull(name, "name is null");
    }

    @Override
    public RequestType type() {
      return RequestType.DROP_SEQUENCE;
    }
  }

  /** Asks what a sequence is; answered by {@code Described}. */
  record Describe(String name) implements SequenceRequest {
    public Describe {
      requireNonNull(name, "name is null");
    }

    @Override
    public RequestType type() {
      return RequestType.DESCRIBE_SEQUENCE;
    }
  }

  /** Asks for the names of all sequences; answered by {@code Names}. */
  record ListAll() implements SequenceRequest {
    @Override
    public RequestType type() {
      return RequestType.LIST_SEQUENCES;
    }
  }

  /** Takes the next value; answered by {@code Value}. */
  record NextValue(long sequenceId) implements SequenceRequest {
    @Override
    public RequestType type() {
      return RequestType.NEXT_VALUE;
    }
  }

  /** Asks what this session took last from a sequence; answered by {@code Value}. */
  record CurrentValue(long sequenceId) implements SequenceRequest {
    @Override
    public RequestType type() {
      return RequestType.CURRENT_VALUE;
    }
  }

  /** Asks what this session took last from any sequence; answered by {@code Value}. */
  record LastValue() implements SequenceRequest {
    @Override
    public RequestType type() {
      return RequestType.LAST_VALUE;
    }
  }

  /**
   * Sets where a sequence is; answered by {@code Value}.
   *
   * @param isCalled whether {@code value} is used up; if not, it comes next
   */
  record SetValue(long sequenceId, long value, boolean isCalled) implements SequenceRequest {
    @Override
    public RequestType type() {
      return RequestType.SET_VALUE;
    }
  }

  /** Takes many values at once; answered by {@code Runs}. */
  record ReserveValues(long sequenceId, long count) implements SequenceRequest {
    @Override
    public RequestType type() {
      return RequestType.RESERVE_VALUES;
    }
  }
}
