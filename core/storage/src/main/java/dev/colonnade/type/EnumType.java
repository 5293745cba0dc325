package dev.colonnade.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Enum type: an ordered list of labels. Immutable; adding a label returns a new type.
 *
 * <p>Rows store the rank of a label, not its position. Ranks are spaced, and a new label gets the
 * rank in the middle between the adjacent labels, so that a label can be added anywhere without
 * rewriting rows.
 */
public final class EnumType implements UserType {
  /** The largest number of labels. */
  public static final int LABELS_MAX = 65_536;

  /** Distance between the ranks of the initial labels, halved until all ranks fit an int. */
  private static final int RANK_SPACING = 1 << 24;

  /**
   * Divisor of the ranks left at an end: a label added there uses one part, so that 15,000 labels
   * fit.
   */
  private static final int END_PARTS = 1024;

  private final int id;
  private final String name;
  private final List<EnumLabel> labels;
  private final Map<String, EnumLabel> byLabel;

  /** Creates an enum from labels whose ranks must ascend. */
  public EnumType(int id, String name, List<EnumLabel> labels) {
    this.id = id;
    this.name = NameLimits.requireName("enum", name);
    this.labels = List.copyOf(requireNonNull(labels, "labels is null"));
    this.byLabel = HashMap.newHashMap(this.labels.size());
    requireCount(this.labels.size());
    for (EnumLabel label : this.labels) {
      if (byLabel.put(label.label(), label) != null) {
        throw new ColonnadeException(
            ErrorCode.DUPLICATE_OBJECT,
            "duplicate label: enum=" + name + " label=" + label.label());
      }
    }
    for (int i = 1; i < this.labels.size(); i++) {
      if (this.labels.get(i - 1).rank() >= this.labels.get(i).rank()) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT, "ranks do not ascend: enum=" + name + " position=" + i);
      }
    }
  }

  /** Returns an enum with new ranks for its labels, evenly spaced. */
  public static EnumType create(int id, String name, List<String> labels) {
    requireCount(labels.size());
    int spacing = RANK_SPACING;
    while ((long) spacing * labels.size() > Integer.MAX_VALUE) {
      spacing >>= 1;
    }
    List<EnumLabel> ranked = new ArrayList<>(labels.size());
    for (String label : labels) {
      ranked.add(new EnumLabel(label, ranked.size() * spacing));
    }
    return new EnumType(id, name, ranked);
  }

  @Override
  public int id() {
    return id;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public EnumType withName(String other) {
    return new EnumType(id, other, labels);
  }

  @Override
  public Set<Integer> references() {
    return Set.of();
  }

  @Override
  public EnumType over(UserType changed) {
    return this;
  }

  /** Returns the labels in order. */
  public List<EnumLabel> labels() {
    return labels;
  }

  /** Returns the rank of a label; UNKNOWN_ENUM_LABEL if there is none. */
  public int rankOf(String label) {
    return require(label).rank();
  }

  /** Returns whether a label has this rank. */
  public boolean hasRank(int rank) {
    return find(rank) >= 0;
  }

  /**
   * Returns the position, from 0, of the label with this rank; STORE_CORRUPT if no label has it.
   */
  public int positionOf(int rank) {
    int position = find(rank);
    if (position < 0) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "no label has this rank: enum=" + name + " rank=" + rank);
    }
    return position;
  }

  private int find(int rank) {
    int low = 0;
    int high = labels.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int found = labels.get(middle).rank();
      if (found == rank) {
        return middle;
      }
      if (found < rank) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  /** Returns the label with this rank; STORE_CORRUPT if there is none. */
  public String labelOf(int rank) {
    return labels.get(positionOf(rank)).label();
  }

  /** Returns this enum with one more label at the end. */
  public EnumType withLast(String label) {
    return insert(label, labels.size());
  }

  /** Returns this enum with one more label before {@code successor}. */
  public EnumType withBefore(String label, String successor) {
    return insert(label, positionOf(require(successor).rank()));
  }

  /** Returns this enum with one more label after {@code predecessor}. */
  public EnumType withAfter(String label, String predecessor) {
    return insert(label, positionOf(require(predecessor).rank()) + 1);
  }

  /** Returns this enum with a label renamed; its rank, and so the rows, do not change. */
  public EnumType withRenamed(String label, String newLabel) {
    EnumLabel before = require(label);
    return new EnumType(
        id,
        name,
        labels.stream()
            .map(known -> known.equals(before) ? new EnumLabel(newLabel, before.rank()) : known)
            .toList());
  }

  private EnumType insert(String label, int position) {
    List<EnumLabel> changed = new ArrayList<>(labels);
    changed.add(position, new EnumLabel(label, rankAt(position)));
    return new EnumType(id, name, changed);
  }

  /** Returns a free rank between the labels at {@code position - 1} and {@code position}. */
  private int rankAt(int position) {
    if (labels.isEmpty()) {
      return 0;
    }
    long below = position > 0 ? labels.get(position - 1).rank() : Integer.MIN_VALUE - 1L;
    long above = position < labels.size() ? labels.get(position).rank() : Integer.MAX_VALUE + 1L;
    long gap = above - below;
    if (gap < 2) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "no rank is left between the adjacent labels: enum="
              + name
              + " position="
              + position
              + " rankBelow="
              + below);
    }
    // Labels are mostly added at an end: a new label uses a small part of the ranks left there.
    long step = Math.max(1, gap / END_PARTS);
    if (position == labels.size()) {
      return (int) (below + step);
    }
    return (int) (position == 0 ? above - step : below + gap / 2);
  }

  private EnumLabel require(String label) {
    EnumLabel found = byLabel.get(requireNonNull(label, "label is null"));
    if (found == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_ENUM_LABEL,
          "invalid input value for enum " + name + ": \"" + label + '"');
    }
    return found;
  }

  private static void requireCount(int count) {
    if (count > LABELS_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "enum has too many labels: labels=" + count + " labelsMax=" + LABELS_MAX);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EnumType that
        && id == that.id
        && name.equals(that.name)
        && labels.equals(that.labels);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, name, labels);
  }

  @Override
  public String toString() {
    return name + labels.stream().map(EnumLabel::label).toList();
  }
}
