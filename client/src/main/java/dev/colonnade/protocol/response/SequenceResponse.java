package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.ResponseType;
import dev.colonnade.protocol.sequence.WireSequenceDescription;
import dev.colonnade.protocol.sequence.WireValueRange;
import java.util.List;

/** Response that concerns sequences. */
public sealed interface SequenceResponse extends Response {

  /** Definition and current state of a sequence. */
  record Described(WireSequenceDescription description) implements SequenceResponse {
    public Described {
      requireNonNull(description, "description is null");
    }

    @Override
    public ResponseType type() {
      return ResponseType.SEQUENCE_DESCRIBED;
    }
  }

  /** Names of all sequences. */
  record Names(List<String> names) implements SequenceResponse {
    public Names {
      names = List.copyOf(names);
    }

    @Override
    public ResponseType type() {
      return ResponseType.SEQUENCE_NAMES;
    }
  }

  /** Single sequence value. */
  record Value(long value) implements SequenceResponse {
    @Override
    public ResponseType type() {
      return ResponseType.SEQUENCE_VALUE;
    }
  }

  /** Allocated values, in the order in which the sequence generates them. */
  record Runs(List<WireValueRange> runs) implements SequenceResponse {
    public Runs {
      runs = List.copyOf(runs);
    }

    @Override
    public ResponseType type() {
      return ResponseType.VALUE_RUNS;
    }
  }
}
