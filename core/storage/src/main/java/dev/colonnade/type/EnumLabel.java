package dev.colonnade.type;

/**
 * Label of an enum. Rows and keys store its rank, which defines the sort order and never changes.
 */
public record EnumLabel(String label, int rank) {
  public EnumLabel {
    NameLimits.requireName("label", label);
  }
}
