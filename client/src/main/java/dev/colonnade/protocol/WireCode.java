package dev.colonnade.protocol;

/** A constant that travels as a number, which is never given to another constant. */
public interface WireCode {
  /** The number, within 0 to 255. */
  int code();
}
