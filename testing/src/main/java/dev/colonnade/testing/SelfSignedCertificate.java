package dev.colonnade.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Files of a self-signed certificate for 127.0.0.1, without a host name.
 *
 * @param certificate certificate, PEM
 * @param key its key, PEM
 * @param derKey its key, DER, which the driver of PostgreSQL requires
 */
public record SelfSignedCertificate(Path certificate, Path key, Path derKey) {
  private static final String ALIAS = "self";
  private static final String PASSWORD = "changeit";
  private static final int WAIT_SECONDS_MAX = 120;

  public SelfSignedCertificate {
    Objects.requireNonNull(certificate, "certificate is null");
    Objects.requireNonNull(key, "key is null");
    Objects.requireNonNull(derKey, "derKey is null");
  }

  /** Creates a certificate of a subject, as files of that name in a folder. */
  public static SelfSignedCertificate make(Path folder, String name, String subject)
      throws IOException, GeneralSecurityException, InterruptedException {
    Path store = folder.resolve(name + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-dname",
                subject,
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!keytool.waitFor(WAIT_SECONDS_MAX, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
        throw new IOException("keytool made no certificate: store=" + store);
      }
    } finally {
      keytool.destroyForcibly();
    }
    return write(folder, name, store);
  }

  private static SelfSignedCertificate write(Path folder, String name, Path store)
      throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    byte[] certificate = keys.getCertificate(ALIAS).getEncoded();
    byte[] key = keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded();
    return new SelfSignedCertificate(
        Files.writeString(
            folder.resolve(name + "-certificate.pem"), pem("CERTIFICATE", certificate)),
        Files.writeString(folder.resolve(name + "-key.pem"), pem("PRIVATE KEY", key)),
        Files.write(folder.resolve(name + ".pk8"), key));
  }

  private static String pem(String name, byte[] content) {
    String base64 = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(content);
    return "-----BEGIN " + name + "-----\n" + base64 + "\n-----END " + name + "-----\n";
  }
}
