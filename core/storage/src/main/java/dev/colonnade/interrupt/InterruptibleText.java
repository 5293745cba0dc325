package dev.colonnade.interrupt;

import static java.util.Objects.requireNonNull;

/**
 * Text whose readers can be canceled: it checks the cancellation of the statement at intervals, so
 * that a regular expression that backtracks without end is interrupted. Used by one thread.
 */
public final class InterruptibleText implements CharSequence {
  private final String text;
  private int reads;

  public InterruptibleText(String text) {
    this.text = requireNonNull(text, "text is null");
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public char charAt(int index) {
    InterruptionPoint.check(++reads);
    return text.charAt(index);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.substring(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
