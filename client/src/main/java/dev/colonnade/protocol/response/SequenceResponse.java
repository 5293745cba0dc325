package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.sequence.SequenceDescription;
import dev.colonnade.protocol.sequence.ValueRun;
import java.util.List;

/** Answers about sequences. */
public sealed interface SequenceResponse extends Response {

  /** A sequence as it is now. */
  record Described(SequenceDescription description) implements SequenceResponse {
    public Described {
      requireNonNull(description, "description is null");
    }

    @Override
    public ResponseType type() {
      return ResponseType.SEQUENCE_DESCRIBED;
    }
  }

  /** The names of all sequences. */
  record Names(List<String> names) implements SequenceResponse {
    public Names {
      names = List.copyOf(names);
    }

    @Override
    public ResponseType type() {
      return ResponseType.SEQUENCE_NAMES;
    }
  }

  /** One value. */
  record Value(long value) implements SequenceResponse {
    @Override
    public ResponseType type() {
      return ResponseType.SEQUENCE_VALUE;
    }
  }

  /** Values that were taken, in the order in which the sequence gives them. */
  record Runs(List<ValueRun> runs) implements SequenceResponse {
    public Runs {
      runs = List.copyOf(runs);
    }

    @Override
    public ResponseType type() {
      return ResponseType.VALUE_RUNS;
    }
  }
}
