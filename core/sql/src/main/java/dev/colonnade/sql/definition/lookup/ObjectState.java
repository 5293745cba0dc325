package dev.colonnade.sql.definition.lookup;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/** Result of the look-up of an object that no statement can create. */
public sealed interface ObjectState {
  /**
   * Object of the system.
   *
   * @param text kind and name in messages
   */
  record Present(String text) implements ObjectState {
    public Present {
      requireNonNull(text, "text is null");
    }
  }

  /**
   * Object that does not exist.
   *
   * @param error of a statement that requires it
   * @param notice of a statement with IF EXISTS, without "skipping"
   */
  record Missing(ColonnadeException error, String notice) implements ObjectState {
    public Missing {
      requireNonNull(error, "error is null");
      requireNonNull(notice, "notice is null");
    }
  }

  /** Returns the state of an object whose error and notice have the same text. */
  static ObjectState missing(ErrorCode code, String message) {
    return new Missing(new ColonnadeException(code, message), message);
  }

  /** Returns the state of an object of an unknown name: UNKNOWN_OBJECT. */
  static ObjectState missing(String what) {
    return missing(ErrorCode.UNKNOWN_OBJECT, what + " does not exist");
  }

  /** Returns the state of an object in a schema that does not exist. */
  static ObjectState missingSchema(String schema) {
    ColonnadeException error = RelationLookup.unknownSchema(schema);
    return new Missing(error, String.valueOf(error.getMessage()));
  }
}
