package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.RequestType;
import dev.colonnade.protocol.sequence.OptionValue;
import dev.colonnade.protocol.sequence.WireSequenceOptions;

/**
 * Request that concerns sequences. Definitions are addressed by name; values are addressed by id,
 * which a rename does not change and which is never reused for another sequence.
 */
public sealed interface SequenceRequest extends Request {

  /** Request to create a sequence. The response is {@code Described}. */
  record Create(String name, WireSequenceOptions options, boolean ifNotExists)
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
   * Request to alter a sequence. The response is {@code Described}.
   *
   * @param restart the next value; the default is the start value of the sequence
   */
  record Alter(String name, WireSequenceOptions options, OptionValue restart)
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

  /** Request to rename a sequence. The response is {@code Described}. */
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

  /** Request to drop a sequence. The response is {@code Ok}. */
  record Drop(String name, boolean ifExists) implements SequenceRequest {
    public Drop {
      requireNonNull(name, "name is null");
    }

    @Override
    public RequestType type() {
      return RequestType.DROP_SEQUENCE;
    }
  }

  /** Request for the description of a sequence. The response is {@code Described}. */
  record Describe(String name) implements SequenceRequest {
    public Describe {
      requireNonNull(name, "name is null");
    }

    @Override
    public RequestType type() {
      return RequestType.DESCRIBE_SEQUENCE;
    }
  }

  /** Request for the names of all sequences. The response is {@code Names}. */
  record ListAll() implements SequenceRequest {
    @Override
    public RequestType type() {
      return RequestType.LIST_SEQUENCES;
    }
  }

  /** Request to allocate the next value. The response is {@code Value}. */
  record NextValue(long sequenceId) implements SequenceRequest {
    @Override
    public RequestType type() {
      return RequestType.NEXT_VALUE;
    }
  }

  /**
   * Request for the value that this session allocated last from a sequence. The response is {@code
   * Value}.
   */
  record CurrentValue(long sequenceId) implements SequenceRequest {
    @Override
    public RequestType type() {
      return RequestType.CURRENT_VALUE;
    }
  }

  /**
   * Request for the value that this session allocated last from any sequence. The response is
   * {@code Value}.
   */
  record LastValue() implements SequenceRequest {
    @Override
    public RequestType type() {
      return RequestType.LAST_VALUE;
    }
  }

  /**
   * Request to set the position of a sequence. The response is {@code Value}.
   *
   * @param isCalled whether {@code value} is consumed; if not, it is the next value
   */
  record SetValue(long sequenceId, long value, boolean isCalled) implements SequenceRequest {
    @Override
    public RequestType type() {
      return RequestType.SET_VALUE;
    }
  }

  /** Request to allocate many values. The response is {@code Runs}. */
  record ReserveValues(long sequenceId, long count) implements SequenceRequest {
    @Override
    public RequestType type() {
      return RequestType.RESERVE_VALUES;
    }
  }
}
