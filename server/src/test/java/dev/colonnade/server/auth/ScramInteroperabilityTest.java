package dev.colonnade.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.ongres.scram.common.StringPreparation;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.client.login.Encryption;
import dev.colonnade.client.login.LoginConfig;
import dev.colonnade.client.login.SaslPrep;
import dev.colonnade.client.login.ScramClient;
import dev.colonnade.protocol.request.Authenticate;
import dev.colonnade.protocol.request.Hello;
import dev.colonnade.protocol.response.Challenge;
import dev.colonnade.testing.Seed;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Interoperability of the client's SCRAM implementation with the server's and a library's. */
final class ScramInteroperabilityTest {
  /** Characters of all classes of SASLprep, at least one for each rule. */
  private static final int[] LETTERS = {
    'a', 'Z', '0', ' ', '"', ',', '=', 0x7F, 0x07, 0xA0, 0xAA, 0xAD, 0xB5, 0xDF, 0xE9, 0x0301,
    0x034F, 0x0340, 0x0627, 0x05D0, 0x0661, 0x06DD, 0x1680, 0x180B, 0x180E, 0x2000, 0x2003, 0x200B,
    0x200D, 0x200E, 0x2028, 0x202E, 0x202F, 0x2060, 0x2061, 0x2168, 0x212B, 0x2FF0, 0x3000, 0x4E2D,
    0xAC00, 0xE000, 0xFB01, 0xFDD0, 0xFE00, 0xFEFF, 0xFFF9, 0xFF21, 0x1D173, 0x1D400, 0xE0001
  };

  private static final int ROUNDS = 5_000;
  private static final int EXCHANGES = 20;

  @Test
  void shouldPrepareEveryPasswordLikeTheLibrary() {
    Random random = new Random(Seed.of("ProofAgreementTest"));
    for (int round = 0; round < ROUNDS; round++) {
      // The library fails for passwords that are empty after preparation.
      String password = "x" + password(random);
      String theirs =
          String.valueOf(
              StringPreparation.POSTGRESQL_PREPARATION.normalize(password.toCharArray()));
      assertThat(SaslPrep.prepared(password)).as(codes(password)).isEqualTo(theirs);
    }
  }

  @Test
  void shouldAuthenticateTheClientWithEveryPassword() {
    Random random = new Random(Seed.of("ProofAgreementTest"));
    for (int round = 0; round < EXCHANGES; round++) {
      agree(password(random), round % 2 == 0 ? new byte[0] : new byte[] {1, 2, 3}, random);
    }
    agree("\u00AD", new byte[0], random);
  }

  private static String password(Random random) {
    StringBuilder password = new StringBuilder();
    int length = 1 + random.nextInt(4);
    for (int i = 0; i < length; i++) {
      password.appendCodePoint(LETTERS[random.nextInt(LETTERS.length)]);
    }
    return password.toString();
  }

  private static String codes(String password) {
    return password.codePoints().mapToObj(Integer::toHexString).toList().toString();
  }

  private static void agree(String password, byte[] certificateHash, Random random) {
    String verifier = ScramVerifier.of(password, new byte[16]).text();
    Users users =
        Users.open(Optional.empty(), name -> new RoleEntry(1, name, true, false, verifier), random);
    ScramExchange server =
        new ScramExchange(
            users, "ada", certificateHash.length == 0 ? null : certificateHash, random);
    LoginConfig login =
        new LoginConfig(new Hello.Identity("", "", "ada"), password, Encryption.NONE);
    ScramClient client = new ScramClient(login, certificateHash, random);
    Authenticate first = client.respond(new Challenge(server.mechanisms(), "")).orElseThrow();
    String asked = server.first(first.mechanism(), first.message());
    Authenticate last = client.respond(new Challenge(List.of(), asked)).orElseThrow();
    assertThat(server)
        .as(codes(password))
        .satisfies(
            exchange -> {
              String signature = exchange.last(last.message());
              assertThat(client.respond(new Challenge(List.of(), signature))).isEmpty();
            });
    client.requireVerified();
  }
}
