package dev.colonnade.type;

/**
 * A label of an enum. The rank gives its place in the order and is what rows and keys hold; it
 * never changes.
 */
public record EnumLabel(String label, int rank) {
  public EnumLabel {
    Names.requireName("label", label);
  }
}
