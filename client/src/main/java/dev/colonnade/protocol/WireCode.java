package dev.colonnade.protocol;

/** Constant that is encoded as a number, which is never reassigned to another constant. */
public interface WireCode {
  /** Returns the number, within 0 to 255. */
  int code();
}
