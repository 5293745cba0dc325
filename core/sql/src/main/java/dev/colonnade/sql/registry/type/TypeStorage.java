package dev.colonnade.sql.registry.type;

import static java.util.Objects.requireNonNull;

/**
 * Properties of a type that only {@code pg_type} and its readers need.
 *
 * @param length in bytes; -1 if it varies, -2 for a text that ends with a zero byte
 * @param align letter of {@code typalign}
 * @param storage letter of {@code typstorage}
 * @param delimiter between the elements of an array of the type
 * @param collation its OID; 0 if the type has none
 */
public record TypeStorage(
    int length, boolean isByValue, char align, char storage, char delimiter, int collation) {
  /** Storage of enums. */
  public static final TypeStorage OF_ENUM = new TypeStorage(4, true, 'i', 'p', ',', 0);

  /** Storage of composite types. */
  public static final TypeStorage OF_COMPOSITE = new TypeStorage(-1, false, 'd', 'x', ',', 0);

  /** Returns the storage of arrays of a type with this storage. */
  public TypeStorage ofArray() {
    return new TypeStorage(-1, false, align == 'd' ? 'd' : 'i', 'x', delimiter, collation);
  }

  /**
   * Names of the functions of a type; "-" for none.
   *
   * @param input from text
   * @param output to text
   * @param receive from the binary form
   * @param send to the binary form
   * @param modifierInput from a type modifier's text
   * @param modifierOutput to a type modifier's text
   */
  public record Functions(
      String input,
      String output,
      String receive,
      String send,
      String modifierInput,
      String modifierOutput) {
    /** Functions of arrays of types without modifiers. */
    static final Functions OF_ARRAY =
        new Functions("array_in", "array_out", "array_recv", "array_send", "-", "-");

    /** Functions of enums. */
    public static final Functions OF_ENUM =
        new Functions("enum_in", "enum_out", "enum_recv", "enum_send", "-", "-");

    /** Functions of composite types. */
    public static final Functions OF_COMPOSITE =
        new Functions("record_in", "record_out", "record_recv", "record_send", "-", "-");

    public Functions {
      requireNonNull(input, "input is null");
      requireNonNull(output, "output is null");
    }

    /** Returns the functions of arrays of a type with these functions. */
    Functions ofArray() {
      return new Functions(
          OF_ARRAY.input,
          OF_ARRAY.output,
          OF_ARRAY.receive,
          OF_ARRAY.send,
          modifierInput,
          modifierOutput);
    }

    /** Returns the functions of domains over a type with these functions. */
    public Functions ofDomain() {
      return new Functions("domain_in", output, "domain_recv", send, "-", "-");
    }
  }
}
