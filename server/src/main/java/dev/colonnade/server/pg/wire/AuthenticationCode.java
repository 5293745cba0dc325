package dev.colonnade.server.pg.wire;

/** Code of an authentication message of the server. */
enum AuthenticationCode {
  OK(0),
  SASL(10),
  SASL_CONTINUE(11),
  SASL_FINAL(12);

  private final int number;

  AuthenticationCode(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
