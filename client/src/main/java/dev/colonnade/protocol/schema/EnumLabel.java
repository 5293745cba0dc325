package dev.colonnade.protocol.schema;

import static java.util.Objects.requireNonNull;

/**
 * A label of an enum type. Ranks order the labels and are what rows store; they leave gaps, so that
 * labels can be added in between.
 */
public record EnumLabel(int rank, String label) {
  public EnumLabel {
    requireNonNull(label, "label is null");
  }
}
